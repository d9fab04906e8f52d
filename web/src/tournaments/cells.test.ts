import { expect, test } from "vitest";

import type { Tournament } from "../wire.ts";
import { cellsOf } from "./cells.ts";
import { points } from "../lib/words/points.ts";
import { gradeText } from "./words.ts";

test("cells show the opponent, the side, and the result", () => {
  const all = {
    players: [{}, {}, {}],
    standings: [{ player: 2 }, { player: 0 }, { player: 1 }],
    rounds: [
      { games: [{ number: 1, id: "a-1", black: 0, white: 1, result: "white-forfeit" }], byes: [2] },
      {
        games: [
          { number: 2, id: "a-2", black: 2, white: 0, result: "draw" },
          { number: 3, id: "a-3", black: 0, white: 2, result: "" },
        ],
        byes: [],
      },
    ],
  } as unknown as Tournament;
  expect(cellsOf(all)).toEqual([
    [
      { line: 3, sign: "-", forfeit: true, black: true, game: "a-1" },
      { line: 1, sign: "", forfeit: false, black: true, game: "a-3" },
    ],
    [
      { line: 2, sign: "+", forfeit: true, black: false, game: "a-1" },
      { line: 0, sign: "out", forfeit: false, black: false, game: "" },
    ],
    [
      { line: 0, sign: "bye", forfeit: false, black: false, game: "" },
      { line: 2, sign: "", forfeit: false, black: false, game: "a-3" },
    ],
  ]);
});

test("points have halves and quarters as fractions", () => {
  expect([0, 0.5, 1, 2.5, 3.25, 0.75].map(points)).toEqual(["0", "½", "1", "2½", "3¼", "¾"]);
});

test("grades are kyu and dan", () => {
  expect([1, 0, -1, 3].map(gradeText)).toEqual(["1 dan", "1 kyu", "2 kyu", "3 dan"]);
});
