import { describe, expect, it } from "vitest";

import { grid } from "../../board/testing/boards.ts";
import { candidate } from "../testing/game.ts";
import { columnValues } from "./columnvalues.ts";

const board = grid(7, 6);
const solved = (point: number, value: number, mate: number) => ({
  ...candidate(point, 0, value),
  mate,
  solved: true,
});

describe("columnValues", () => {
  it("shows wins, draws, losses and estimates, from left to right", () => {
    const values = columnValues(board, [
      solved(38, 1, 9),
      solved(40, 0.5, 0),
      candidate(36, 10, 0.634),
      solved(35, 0, -8),
      solved(34, 0, 0),
    ]);
    expect(values.map((v) => v.lines.join(" "))).toEqual(["Loss in 4", "63 %", "Win in 5", "Draw", "Loss"]);
    expect(values.map((v) => v.words)).toEqual([
      "loses in 4 moves",
      "win chance 63 per cent",
      "wins in 5 moves",
      "a draw",
      "loses",
    ]);
  });

  it("marks the best ones: the fastest win, or the longest defence", () => {
    const best = (...cs: Parameters<typeof solved>[]) =>
      columnValues(
        board,
        cs.map((c) => solved(...c)),
      )
        .filter((v) => v.best)
        .map((v) => v.point);
    expect(best([35, 1, 9], [36, 1, 3], [37, 0.5, 0])).toEqual([36]);
    expect(best([35, 0.5, 0], [36, 0, -20], [37, 0.5, 0])).toEqual([35, 37]);
    expect(best([35, 0, -4], [36, 0, -20])).toEqual([36]);
  });

  it("is empty without moves", () => {
    expect(columnValues(board, [])).toEqual([]);
  });
});
