import { expect, it } from "vitest";

import type { Board } from "../wire.ts";
import { scatteredStones } from "./scattered.ts";

/** A ring of points, each with two neighbours. */
const ring = (n: number): Board =>
  ({
    coords: Array.from({ length: n }, () => [0, 0, 0]),
    edges: Array.from({ length: n }, (_, i) => [i, (i + 1) % n]),
  }) as unknown as Board;

it("scatters about as many stones of either colour, each beside an empty point, and always the same", () => {
  const stones = scatteredStones(ring(60));
  const count = (color: number) => stones.filter((s) => s === color).length;
  expect(count(1) + count(2)).toBeGreaterThan(12);
  expect(Math.abs(count(1) - count(2))).toBeLessThanOrEqual(1);
  stones.forEach((s, p) => {
    if (s) expect([stones[(p + 59) % 60], stones[(p + 1) % 60]]).toContain(0);
  });
  expect(scatteredStones(ring(60))).toEqual(stones);
});

it("leaves a board of one point empty", () => {
  expect([...scatteredStones({ coords: [[0, 0, 0]], edges: [] } as unknown as Board)]).toEqual([0]);
});
