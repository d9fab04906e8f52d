import { expect, it } from "vitest";
import { newSight, sightOf } from "./sights";
import { BLACK, emptyState, type BoardState } from "./state";

const state = (change: Partial<BoardState>, ...stones: number[]): BoardState => {
  const all = new Uint8Array(9);
  for (const p of stones) all[p] = BLACK;
  return { ...emptyState(9), stones: all, ...change };
};
const nothing = state({});
const unseen = () => false;

it("looks at a new stone, and not at old ones", () => {
  expect(newSight(nothing, state({ last: 3 }, 3), "last", unseen)).toBe(3);
  expect(newSight(nothing, state({ last: 3 }), "last", unseen)).toBe(-1);
  expect(newSight(state({ last: 3 }, 3, 4), state({ last: 4 }, 3, 4), "last", unseen)).toBe(-1);
});

it("looks at a hint once, and not if one of its points is visible", () => {
  expect(newSight(nothing, state({ good: [5] }), "good", unseen)).toBe(5);
  expect(newSight(state({ good: [5] }), state({ good: [5] }), "good", unseen)).toBe(-1);
  expect(newSight(nothing, state({ good: [5, 6] }), "good", (p) => p === 6)).toBe(-1);
  expect(newSight(nothing, state({ watched: [7] }), "watched", unseen)).toBe(7);
});

it("knows why to look at a point, and when the reason ends", () => {
  expect(sightOf(state({ last: 3, watched: [3] }, 3), 3)).toBe("last");
  expect(sightOf(state({ good: [5], watched: [2] }), 2)).toBe("watched");
  expect(sightOf(nothing, 2)).toBeUndefined();
});
