import { expect, it } from "vitest";

import type { Puzzle } from "../wire.ts";
import { choosePuzzle } from "./puzzles.ts";

const puzzles = ["a", "b", "c"].map((id) => ({ id }) as Puzzle);

it.each([
  [[], "", "a"],
  [["a"], "", "b"],
  [["b"], "a", "c"],
  [["c"], "c", "a"],
  [["a", "b", "c"], "b", "c"],
  [["a", "b", "c"], "c", "a"],
])("with %j solved, %j is followed by %j", (solved, after, next) => {
  expect(choosePuzzle(puzzles, solved, after)?.id).toBe(next);
});

it("returns null for an empty list", () => expect(choosePuzzle([], [], "")).toBeNull());
