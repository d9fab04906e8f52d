import { describe, expect, it } from "vitest";

import type { Vec } from "../../board/vec.ts";
import { dice, graphSketch, grid, rings } from "../testing/dice.ts";
import { facesOf, subdivided } from "./faces.ts";
import { fromFile, toJSON, toOBJ } from "./file.ts";
import { chainBetween, glued, merged, whyNot } from "./glue.ts";
import { History } from "./history.ts";
import { copied, neighboursWithin, repeats } from "./shapes.ts";
import {
  addLine,
  addPoints,
  connect,
  disconnect,
  edgeSet,
  EMPTY,
  fits,
  MOST_POINTS,
  linesThrough,
  MOST_THROUGH,
  movePoints,
  pairKey,
  removePoints,
  rename,
  shownNames,
  toggleStars,
  type Edge,
  type Sketch,
} from "./sketch.ts";
import { byChance, everySecond } from "./thin.ts";
import { tooNear, warningsOf } from "./warnings.ts";
import { addEverywhere, everywhere, groupOf, moveEverywhere, NO_SYMMETRY } from "./symmetry.ts";

/** The invariants of a sketch. */
function holds(sketch: Sketch): void {
  const n = sketch.points.length;
  expect(sketch.names).toHaveLength(n);
  expect(edgeSet(sketch).size).toBe(sketch.edges.length);
  for (const [a, b] of sketch.edges) expect(a < b && a >= 0 && b < n).toBe(true);
  for (const face of sketch.faces) {
    expect(new Set(face).size).toBe(face.length);
    expect(face.every((p) => p >= 0 && p < n)).toBe(true);
  }
  for (const line of sketch.lines ?? []) {
    expect(line.points.length).toBeGreaterThanOrEqual(2);
    const ends = line.closed ? line.points.length : line.points.length - 1;
    for (let i = 0; i < ends; i++) {
      const [p, q] = [line.points[i]!, line.points[(i + 1) % line.points.length]!];
      expect(p).not.toBe(q);
      if (!line.diagonal) expect(edgeSet(sketch).has(pairKey(p, q))).toBe(true);
    }
  }
  expect([...sketch.stars].sort((a, b) => a - b)).toEqual(sketch.stars);
  expect(sketch.stars.every((p) => p >= 0 && p < n)).toBe(true);
  expect(new Set(shownNames(sketch)).size).toBe(n);
}

/** A random user action. */
function step(sketch: Sketch, random: () => number): Sketch {
  const n = sketch.points.length;
  const any = () => Math.floor(random() * n);
  const some = () => new Set([any(), any(), any()]);
  const place = (): Vec => [random() * 8 - 4, random() * 8 - 4, random() < 0.1 ? random() : 0];
  const group = groupOf({ ...NO_SYMMETRY, leftRight: random() < 0.5, turns: 1 + Math.floor(random() * 3) });
  if (n < 2) return addEverywhere(sketch, group, place()).sketch;
  const moves: (() => Sketch)[] = [
    () => addEverywhere(sketch, group, place()).sketch,
    () => connect(sketch, [[any(), any()]]),
    () => connect(sketch, [[any(), any()]]),
    () => disconnect(sketch, sketch.edges.slice(0, 1)),
    () => movePoints(sketch, new Map([[any(), place()]])),
    () => moveEverywhere(sketch, group, new Map([[any(), place()]])),
    () => removePoints(sketch, new Set([any()])),
    () => toggleStars(sketch, [...some()]),
    () => rename(sketch, any(), ["a", "B1", "c-3", "", "7", "ä"][Math.floor(random() * 6)]!) ?? sketch,
    () => merged(sketch, tooNear(sketch)),
    () => copied(sketch, some(), repeats(2, 1, 3, 0), 1e-3),
    () => {
      const face = facesOf(sketch)[0];
      return face ? subdivided(sketch, [face], random() < 0.5 ? "middle" : "sides") : sketch;
    },
    () => everySecond(sketch, [any(), any(), any()]),
    () => {
      const chain = chainBetween(sketch, any(), any());
      const most = Math.max(...linesThrough(sketch));
      const line = { points: chain, diagonal: random() < 0.3, closed: random() < 0.2 && chain.length > 2 };
      return chain.length > 1 && most < MOST_THROUGH ? addLine(sketch, line) : sketch;
    },
    () => {
      const first = chainBetween(sketch, any(), any());
      const second = chainBetween(sketch, any(), any());
      const way = { twisted: random() < 0.5, merged: random() < 0.5 };
      return whyNot(first, second) ? sketch : glued(sketch, first, second, way);
    },
  ];
  return moves[Math.floor(random() * moves.length)]!();
}

describe("a sketch", () => {
  it("keeps its invariants, survives a file round trip, and can be undone and redone, after any actions", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = dice(seed);
      const start = [EMPTY, grid(4, 3), rings(5, 2, true), grid(3, 3, true)][seed % 4]!;
      const history = new History(start);
      const was = [start];
      for (let i = 0; i < 30; i++) {
        const next = step(history.present, random);
        if (next.points.length > 400) break;
        holds(next);
        if (next.points.length > 0) expect(fromFile(toJSON(next))).toEqual(next);
        const before = history.present;
        history.push(next);
        if (JSON.stringify(before) !== JSON.stringify(next)) was.push(next);
      }
      const last = was.at(-1)!;
      while (history.canUndo) history.undo();
      expect(history.present).toEqual(start);
      while (history.canRedo) history.redo();
      expect(history.present).toEqual(last);
    }
  });

  it("undoes consecutive nudges of one kind together, and no others", () => {
    const history = new History(grid(2, 1));
    const nudge = (kind: string) =>
      history.push(
        movePoints(history.present, new Map([[0, [history.present.points[0]![0] - 1, 0, 0]]])),
        kind,
      );
    nudge("nudge");
    nudge("nudge");
    history.settle();
    nudge("nudge");
    history.undo();
    expect(history.present.points[0]![0]).toBe(-2.5);
    history.undo();
    expect(history.present.points[0]![0]).toBe(-0.5);
    expect(history.canUndo).toBe(false);
  });

  it("cuts lines that lose a point, and drops faces", () => {
    const line = { points: [0, 1, 2, 3, 4], diagonal: false, closed: false };
    const sketch = addLine(grid(5, 2), line);
    const cut = removePoints(sketch, new Set([2]));
    expect(cut.lines).toEqual([
      { points: [0, 1], diagonal: false, closed: false },
      { points: [2, 3], diagonal: false, closed: false },
    ]);
    expect(cut.faces).toHaveLength(2);
    const ring = addLine(rings(5, 1), { points: [0, 1, 2, 3, 4], diagonal: false, closed: true });
    const opened = disconnect(ring, [[1, 2]]);
    expect(opened.lines).toEqual([{ points: [2, 3, 4, 0, 1], diagonal: false, closed: false }]);
  });

  it("gives no two points the same name", () => {
    const sketch = grid(3, 1);
    expect(rename(sketch, 0, "2")).toBeNull();
    expect(rename(sketch, 0, "a b")).toBeNull();
    expect(rename(sketch, 0, "pass")).toBeNull();
    const named = rename(sketch, 0, "4")!;
    expect(rename(named, 1, "4")).toBeNull();
    expect(shownNames(addPoints(named, [[9, 9, 0]]))).toEqual(["4", "2", "3", "4'"]);
    expect(rename(named, 0, "1")!.names).toEqual(["", "", ""]);
  });

  it("knows the server's limits", () => {
    const many = Array.from({ length: MOST_POINTS + 1 }, (_, i): Vec => [i, 0, 0]);
    expect(fits(addPoints(EMPTY, many.slice(1)))).toBe(true);
    expect(fits(addPoints(EMPTY, many))).toBe(false);
    expect(warningsOf(addPoints(EMPTY, many)).some((w) => w.kind === "points" && w.grave)).toBe(true);
  });
});

describe("files", () => {
  it("are read in other programs' formats", () => {
    const obj = fromFile("# a\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1/1 2/2 -2\nl 3 4 1 \\\n 2\n");
    expect(obj.edges).toEqual([
      [0, 1],
      [1, 2],
      [0, 2],
      [2, 3],
      [0, 3],
    ]);
    expect(obj.faces).toEqual([[0, 1, 2]]);
    const again = fromFile(toOBJ(obj));
    expect(again.points).toEqual(obj.points);
    expect(new Set(again.edges.map(String))).toEqual(new Set(obj.edges.map(String)));
    const other = fromFile('{"coordinates": [[0,0],[1,2]], "adjacencyList": [[1],[0]]}');
    expect(other.points).toEqual([
      [0, 0, 0],
      [1, -2, 0],
    ]);
    expect(other.edges).toEqual([[0, 1]]);
  });

  it("are refused with a sentence if they are wrong", () => {
    for (const text of [
      "hello",
      "{",
      "v 0 0\nv x 0 0\n",
      "v 0 0 0\nl 1 7\n",
      '{"coordinates": []}',
      '{"coordinates": [[0,0],[1,0]], "edges": [[0,2]]}',
      '{"coordinates": [[0,0],[1,0]], "edges": [[0,1],[1,0]]}',
      '{"coordinates": [[0,0],[1e99,0]], "edges": []}',
      '{"coordinates": [[0,0],[1,0],[2,0]], "edges": [[0,1]], "lines": [[0,1,2]]}',
      '{"coordinates": [[0,0],[1,0]], "edges": [[0,1]], "names": ["a","A"]}',
      '{"coordinates": [[0,0],[1,0]], "edges": [[0,1]], "faces": [[0,1]]}',
      '{"coordinates": [[0,0],[1,0]], "edges": [[0,1]], "stars": [2]}',
      `{"coordinates": ${JSON.stringify(Array(MOST_POINTS + 1).fill([0, 0]))}, "edges": []}`,
      "v 0 0 0\n".repeat(MOST_POINTS + 1),
    ])
      expect(() => fromFile(text), text.slice(0, 40)).toThrow(/\S+ .*[.:]/);
  });
});

describe("tools", () => {
  it("glue a sheet to a cylinder, a torus and a Moebius band", () => {
    const sheet = grid(6, 4);
    const left = chainBetween(sheet, 0, 18);
    const right = chainBetween(sheet, 5, 23);
    expect(left).toEqual([0, 6, 12, 18]);
    const cylinder = glued(sheet, left, right, { twisted: false, merged: false });
    expect(cylinder.points).toHaveLength(24);
    expect(edgeSet(cylinder).has(pairKey(0, 5)) && edgeSet(cylinder).has(pairKey(18, 23))).toBe(true);
    expect(cylinder.faces).toHaveLength(18);
    const band = glued(sheet, left, right, { twisted: true, merged: false });
    expect(edgeSet(band).has(pairKey(0, 23)) && edgeSet(band).has(pairKey(18, 5))).toBe(true);
    const narrow = glued(sheet, left, right, { twisted: false, merged: true });
    expect(narrow.points).toHaveLength(20);
    expect(narrow.edges).toHaveLength(35);
    expect(whyNot(left, right.slice(1))).toBe("unequal");
    expect(whyNot([0], [1])).toBe("short");
  });

  it("follow the border round a corner", () => {
    const sheet = grid(5, 5);
    expect(chainBetween(sheet, 2, 14)).toEqual([2, 3, 4, 9, 14]);
  });

  it("subdivide faces", () => {
    const sheet = grid(3, 2);
    const middle = subdivided(sheet, facesOf(sheet), "middle");
    expect([middle.points.length, middle.edges.length, middle.faces.length]).toEqual([8, 15, 8]);
    const sides = subdivided(
      addLine(sheet, { points: [0, 1, 2], diagonal: false, closed: false }),
      [facesOf(sheet)[0]!],
      "sides",
    );
    expect([sides.points.length, sides.edges.length, sides.faces.length]).toEqual([11, 15, 5]);
    expect(sides.lines![0]!.points).toHaveLength(4);
    // The neighbouring face gets the new midpoint of their common side as a corner.
    expect(sides.faces.filter((face) => face.length === 5)).toHaveLength(1);
    const triangle = graphSketch(3, [
      [0, 1],
      [1, 2],
      [0, 2],
    ]);
    expect(subdivided(triangle, facesOf(triangle), "sides").faces).toHaveLength(4);
  });

  it("thin out and keep the rest connected", () => {
    for (const sketch of [grid(8, 8), rings(12, 4, true), grid(20, 1)]) {
      const all = sketch.points.map((_, p) => p);
      for (const thinned of [everySecond(sketch, all), byChance(sketch, all, 0.4, dice(7))]) {
        expect(warningsOf(thinned).filter((w) => w.kind === "parts")).toEqual([]);
        expect(thinned.points.length).toBeLessThan(sketch.points.length);
        expect(thinned.points.length).toBeGreaterThanOrEqual(sketch.points.length / 2 - 1);
      }
    }
  });

  it("repeat a piece and weld it to itself", () => {
    const square = grid(2, 2);
    const all = new Set([0, 1, 2, 3]);
    const strip = copied(square, all, repeats(4, 1, 1, 0), 1e-3);
    expect([strip.points.length, strip.edges.length, strip.faces.length]).toEqual([10, 13, 4]);
    expect(neighboursWithin(strip, [...strip.points.keys()], 1.1)).toHaveLength(13);
  });

  it("find faces of a flat drawing", () => {
    const bare = { ...grid(4, 3), faces: [] };
    expect(facesOf(bare)).toHaveLength(6);
    expect(facesOf(connect(bare, [[0, 10]]))).toEqual([]);
  });
});

describe("warnings", () => {
  const kinds = (sketch: Sketch) => warningsOf(sketch).map((w) => `${w.kind} ${w.count}`);

  it("find a line that is on another, and say when they stopped counting", () => {
    const row = addPoints(EMPTY, [
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
    ]);
    expect(
      kinds(
        connect(row, [
          [0, 1],
          [0, 2],
        ]),
      ),
    ).toEqual(["crossing 1"]);
    const fan = addPoints(
      EMPTY,
      [...Array(30).keys()].map((i): Vec => [Math.cos(i), Math.sin(i), 0]),
    );
    const all = fan.points.flatMap((_, p) => [...Array(p).keys()].map((q): Edge => [q, p]));
    expect(kinds(connect(fan, all))).toContain("manyCrossings 200");
  });

  it("report what is odd, and nothing else", () => {
    expect(kinds(grid(5, 5))).toEqual([]);
    expect(kinds(connect(grid(2, 2), [[0, 3]]))).toEqual([]);
    expect(
      kinds(
        connect(grid(2, 2), [
          [0, 3],
          [1, 2],
        ]),
      ),
    ).toEqual(["crossing 1"]);
    expect(kinds(addPoints(grid(2, 2), [[5, 5, 0]]))).toEqual(["parts 2", "alone 1"]);
    expect(kinds(connect(addPoints(grid(2, 1), [[0.55, 0, 0]]), [[0, 2]]))).toContain("near 2");
    const star = graphSketch(
      18,
      Array.from({ length: 17 }, (_, i) => [0, i + 1]),
    );
    expect(kinds(star)).toContain("crowded 1");
  });
});

describe("symmetry", () => {
  it("repeats every action at all images", () => {
    const group = groupOf({ ...NO_SYMMETRY, leftRight: true, turns: 3 });
    expect(group).toHaveLength(6);
    const { sketch, first } = addEverywhere(EMPTY, group, [1, 0.3, 0]);
    expect([sketch.points.length, first]).toEqual([6, 0]);
    expect(addEverywhere(sketch, group, sketch.points[4]!).sketch).toBe(sketch);
    expect(everywhere(sketch, group, [3]).size).toBe(6);
    const moved = moveEverywhere(sketch, group, new Map([[2, [2, 0.5, 0]]]));
    for (const [x, y] of moved.points) expect(Math.hypot(x, y)).toBeCloseTo(Math.hypot(2, 0.5), 9);
    const axis = addEverywhere(EMPTY, groupOf({ ...NO_SYMMETRY, leftRight: true }), [0, 1, 0]).sketch;
    expect(axis.points).toHaveLength(1);
    const kept = moveEverywhere(
      axis,
      groupOf({ ...NO_SYMMETRY, leftRight: true }),
      new Map([[0, [1, 2, 0]]]),
    );
    expect(kept.points[0]).toEqual([0, 2, 0]);
  });
});

describe("history of one kind", () => {
  const [start, a, b, c] = [1, 2, 3, 4].map((n) => grid(n, 1)) as [Sketch, Sketch, Sketch, Sketch];
  const back = (history: History): Sketch => {
    history.undo();
    return history.present;
  };

  it("is undone together, until a different step intervenes", () => {
    const history = new History(start);
    history.push(a, "nudge");
    history.push(b, "nudge");
    expect(back(history)).toEqual(start);
    history.redo();
    history.push(c, "nudge"); // after a redo a separate step
    expect(back(history)).toEqual(b);
  });

  it("is not merged across an undone step, nor one that settled", () => {
    const history = new History(start);
    history.push(a, "nudge");
    history.push(b);
    history.undo();
    history.push(c, "nudge");
    expect(history.canRedo).toBe(false);
    expect(back(history)).toEqual(a);
    expect(back(history)).toEqual(start);
    history.push(a, "nudge");
    history.settle();
    history.push(b, "nudge");
    expect(back(history)).toEqual(a);
  });
});
