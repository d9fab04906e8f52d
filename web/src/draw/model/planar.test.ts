import { describe, expect, it } from "vitest";

import { allPairs, dice, graphSketch, grid, rings } from "../testing/dice.ts";
import { buildGraph, neighbours } from "../../board/graph.ts";
import { crossings } from "./crossings.ts";
import { walks } from "./faces.ts";
import { drawnFlat, isPlanar } from "./planar.ts";
import { embeddingOf } from "./planarity.ts";
import { relaxed, usualLength } from "./relax.ts";
import { connect, graphOfSketch, isFlat, removePoints, type Edge, type Sketch } from "./sketch.ts";
import { NO_SYMMETRY } from "./symmetry.ts";
import { partsOf } from "./thin.ts";
import { chainBetween, glued } from "./glue.ts";
import { distance } from "../../board/vec.ts";

/** Euler's number of faces of a planar embedding, less the actual number: 0 for a planar one. */
function genus(n: number, edges: readonly Edge[], around: readonly (readonly number[])[]): number {
  const graph = buildGraph(n, edges);
  const { count } = partsOf(graph);
  const alone = around.filter((list) => list.length === 0).length;
  // Each part with edges counts its outer face separately.
  return edges.length - n + count + (count - alone) - walks(around).length;
}

/** Reports whether any order of the edges around the points is planar: tries all of them. */
function planarByTrying(n: number, edges: readonly Edge[]): boolean {
  const graph = buildGraph(n, edges);
  const orders = (list: number[]): number[][] => {
    if (list.length <= 2) return [list];
    const [first, ...rest] = list;
    const permuted = (items: number[]): number[][] =>
      items.length === 0
        ? [[]]
        : items.flatMap((x, i) => permuted(items.toSpliced(i, 1)).map((p) => [x, ...p]));
    return permuted(rest).map((p) => [first!, ...p]);
  };
  const choices = Array.from({ length: n }, (_, p) => orders([...neighbours(graph, p)]));
  const around: number[][] = [];
  const search = (p: number): boolean => {
    if (p === n) return genus(n, edges, around) === 0;
    return choices[p]!.some((order) => {
      around[p] = order;
      return search(p + 1);
    });
  };
  return search(0);
}

const last = <T>(steps: Iterable<T>): T | undefined => {
  let at: T | undefined;
  for (const step of steps) at = step;
  return at;
};

describe("planarity", () => {
  it("knows well-known graphs", () => {
    const utility = [0, 1, 2].flatMap((a) => [3, 4, 5].map((b): Edge => [a, b]));
    expect(isPlanar(graphSketch(5, allPairs(5)))).toBe(false);
    expect(isPlanar(graphSketch(6, utility))).toBe(false);
    expect(isPlanar(graphSketch(5, allPairs(5).slice(1)))).toBe(true);
    expect(isPlanar(graphSketch(6, utility.slice(1)))).toBe(true);
    for (const sketch of [grid(30, 30), grid(12, 12, true), rings(20, 9, true), graphSketch(1, [])])
      expect(isPlanar(sketch)).toBe(true);
    const torus = connect(
      grid(5, 5),
      [0, 1, 2, 3, 4].flatMap((i): Edge[] => [
        [5 * i, 5 * i + 4],
        [i, 20 + i],
      ]),
    );
    expect(isPlanar(torus)).toBe(false);
  });

  it("agrees with trying all orders", () => {
    const random = dice(3);
    let planar = 0;
    for (let i = 0; i < 24; i++) {
      const n = 6;
      const edges = allPairs(n)
        .sort(() => random() - 0.5)
        .slice(0, 10);
      const around = embeddingOf(buildGraph(n, edges));
      const wanted = planarByTrying(n, edges);
      expect(around !== null, JSON.stringify(edges)).toBe(wanted);
      if (around) expect(genus(n, edges, around)).toBe(0);
      planar += Number(wanted);
    }
    expect(planar).toBeGreaterThan(3);
    expect(planar).toBeLessThan(24);
  });

  it("embeds large planar graphs with pieces missing", () => {
    for (let seed = 1; seed < 40; seed++) {
      const random = dice(seed);
      const whole = seed % 2 ? grid(14, 14, true) : rings(15, 10, true);
      const gone = new Set([...whole.points.keys()].filter(() => random() < 0.35));
      const sketch = removePoints({ ...whole, edges: whole.edges.filter(() => random() < 0.9) }, gone);
      const around = embeddingOf(graphOfSketch(sketch));
      expect(around).not.toBeNull();
      expect(genus(sketch.points.length, sketch.edges, around!)).toBe(0);
    }
  });
});

describe("drawings in the plane", () => {
  const drawn = (sketch: Sketch): Sketch => ({ ...sketch, points: last(drawnFlat(sketch))! });

  it("have no crossings", () => {
    const tree = graphSketch(
      40,
      Array.from({ length: 39 }, (_, i) => [Math.floor(i / 2), i + 1]),
    );
    const cube = graphSketch(
      8,
      [0, 1, 2, 3, 4, 5, 6, 7].flatMap((a) => [1, 2, 4].map((b): Edge => [a, a ^ b])),
    );
    const random = dice(5);
    const torn = removePoints(
      grid(12, 12, true),
      new Set<number>(Array.from({ length: 50 }, () => Math.floor(random() * 144))),
    );
    const ladder = glued(grid(8, 3), [0, 8, 16], [7, 15, 23], { twisted: false, merged: false });
    for (const sketch of [
      tree,
      cube,
      torn,
      ladder,
      grid(7, 7),
      rings(9, 3, true),
      graphSketch(4, [[0, 1]]),
    ]) {
      const flat = drawn(sketch);
      expect(isFlat(flat)).toBe(true);
      expect(crossings(flat.points, flat.edges, 10)).toEqual([]);
    }
  });

  it("do not exist for graphs that are not planar", () => {
    expect(last(drawnFlat(graphSketch(5, allPairs(5))))).toBeUndefined();
  });

  it("have lines of similar length", () => {
    const flat = drawn(graphSketch(49, grid(7, 7).edges));
    const lengths = flat.edges
      .map(([a, b]) => distance(flat.points[a]!, flat.points[b]!))
      .sort((a, b) => a - b);
    expect(lengths.at(-1)! / lengths[0]!).toBeLessThan(4);
  });
});

describe("springs", () => {
  it("settle, and make a cylinder of a glued sheet", () => {
    const sheet = grid(12, 4);
    const band = glued(sheet, chainBetween(sheet, 0, 36), chainBetween(sheet, 11, 47), {
      twisted: false,
      merged: false,
    });
    let rounds = 0;
    let points = band.points;
    for (const next of relaxed(band, true, NO_SYMMETRY)) [points, rounds] = [next, rounds + 1];
    expect(rounds).toBeLessThan(400);
    const relaxedBand = { ...band, points };
    expect(isFlat(relaxedBand)).toBe(false);
    const lengths = band.edges.map(([a, b]) => distance(points[a]!, points[b]!));
    expect(Math.max(...lengths) / usualLength(relaxedBand)).toBeLessThan(1.5);
    expect(Math.min(...lengths) / usualLength(relaxedBand)).toBeGreaterThan(0.6);
  });

  it("keep a mirrored drawing mirrored", () => {
    const sheet = connect(grid(4, 3), [
      [0, 5],
      [3, 6],
    ]);
    const points = last(relaxed(sheet, false, { ...NO_SYMMETRY, leftRight: true }))!;
    for (let y = 0; y < 3; y++)
      for (let x = 0; x < 4; x++) {
        const [at, image] = [points[4 * y + x]!, points[4 * y + 3 - x]!];
        expect(at[0]).toBeCloseTo(-image[0], 6);
        expect(at[1]).toBeCloseTo(image[1], 6);
      }
  });
});
