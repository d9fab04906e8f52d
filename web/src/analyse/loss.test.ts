import { expect, it } from "vitest";

import { lossText } from "./loss.ts";

const move = (value: number, mate = 0, solved = false) => ({ value, mate, solved });

it("says what a move costs, if that is an estimate", () => {
  const best = move(0.6);
  expect(lossText(move(0.52), best)).toBe("\u22128 %");
  expect([lossText(best, best), lossText(move(0.599), best), lossText(move(0.5), undefined)]).toEqual([
    "",
    "",
    "",
  ]);
  expect([
    lossText(move(0, -4), best),
    lossText(move(0.5), move(1, 5)),
    lossText(move(0, 0, true), best),
  ]).toEqual(["", "", ""]);
});
