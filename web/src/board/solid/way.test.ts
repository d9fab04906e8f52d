import { describe, expect, it } from "vitest";
import type { Board } from "../../wire";
import { geometryOf } from "../geometry";
import { graphOf } from "../graph";
import { box, moebius, sphere, torus } from "../testing/boards";
import { add, distance, length, scale, tangent } from "../vec";
import { skinOf } from "./skin";
import { centred, isHidden } from "./surface";
import { Ways, type Step } from "./way";

function waysOf(board: Board) {
  const geometry = geometryOf(board);
  const places = centred(board.coords, geometry);
  const surface = skinOf(places, geometry, board.edges, 4000);
  return { ways: new Ways({ places, geometry, surface }, graphOf(board)), places, surface, geometry };
}

const longOf = (steps: readonly Step[]) =>
  steps.slice(1).reduce((sum, step, i) => sum + distance(step.at, steps[i]!.at), 0);

describe("a way", () => {
  it("is nearly a great circle on a sphere", () => {
    const board = sphere(24, 13);
    const { ways, places } = waysOf(board);
    const radius = length(places[100]!);
    for (const [from, to] of [
      [0, 5],
      [30, 230],
      [60, 71],
      [100, 137],
      [2, 280],
    ] as const) {
      const steps = ways.between(from, to);
      expect(steps[0]!.at).toEqual(places[from]);
      expect(steps.at(-1)!.at).toEqual(places[to]);
      const chord = distance(places[from]!, places[to]!);
      const circle = 2 * radius * Math.asin(Math.min(1, chord / 2 / radius));
      expect(longOf(steps)).toBeLessThan(1.05 * circle);
      for (const { at } of steps) expect(length(at) / radius).toBeCloseTo(1, 1);
    }
  });

  it("is on the surface, and its direction upwards stays on one side", () => {
    for (const board of [torus(16, 10), moebius(24, 4)]) {
      const { ways, surface, geometry } = waysOf(board);
      for (const [from, to] of [
        [0, 1],
        [0, 17],
        [3, 70],
        [0, 53],
        [5, 90],
      ] as const) {
        const steps = ways.between(from, to);
        for (const { at, up } of steps.slice(1, -1)) {
          const off = scale(up, 0.15 * geometry.spacing);
          // Slightly aside: a ray exactly through a corner of triangles may miss all of them.
          const beside = add(at, scale(tangent(up), 0.01 * geometry.spacing));
          const [above, below] = [add(beside, off), add(beside, scale(off, -1))];
          expect(isHidden(surface, above, below, 0)).toBe(true);
        }
        for (let i = 1; i < steps.length; i++) {
          const far = distance(steps[i]!.at, steps[i - 1]!.at);
          expect(far).toBeLessThan(0.5 * geometry.spacing);
          expect(far).toBeGreaterThan(0);
        }
      }
    }
  });

  it("goes straight through space if there is no surface", () => {
    const { ways, places } = waysOf(box(4));
    expect(ways.between(0, 63).map((s) => s.at)).toEqual([places[0], places[63]]);
  });
});
