import { expect, it } from "vitest";

import { layoutMarks } from "./marks.ts";
import { ownerOf, ownerShades } from "./owners.ts";
import { BLACK, emptyState, WHITE } from "./state.ts";

it("grades ownership into a few shades, and leaves out uncertain points", () => {
  expect(ownerShades([100, 95, 30, -100, -21, 0, 21])).toEqual([
    { owner: BLACK, strength: 4, points: [0, 1] },
    { owner: BLACK, strength: 1, points: [2] },
    { owner: WHITE, strength: 4, points: [3] },
  ]);
  expect(ownerOf(-70)).toEqual({ owner: WHITE, strength: 3 });
});

it("marks empty points of solid boards by squares that grow with certainty", () => {
  const state = { ...emptyState(3), stones: Uint8Array.from([0, 1, 0]), owners: [100, 100, -30] };
  const marks = layoutMarks(state).map(({ kind, point, owner, size }) => [kind, point, owner, size]);
  expect(marks).toEqual([
    ["territory", 0, BLACK, 0.36],
    ["territory", 2, WHITE, 0.09],
  ]);
});
