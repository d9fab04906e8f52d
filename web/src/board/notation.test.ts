import { expect, it } from "vitest";

import { findColumn, findPoint, stoneOf, stonesOf } from "./notation.ts";
import { grid } from "./testing/boards.ts";

it("reads stones and colours", () => {
  expect([...stonesOf("x.o")]).toEqual([1, 0, 2]);
  expect(["black", "white", ""].map(stoneOf)).toEqual([1, 2, 0]);
});

it("finds points by name, ignoring case", () => {
  expect(findPoint(grid(3, 1), " b1 ")).toBe(1);
  expect(findPoint(grid(3, 1), "Z9")).toBe(-1);
});

it("finds columns by number and by letter", () => {
  const board = grid(7, 6);
  expect([" 1", "7", "b", "8", "z"].map((word) => findColumn(board, word))).toEqual([0, 6, 1, -1, -1]);
});
