import { expect, it } from "vitest";

import { optionWith } from "../../lib/games/testing/games.ts";
import { outOfBounds } from "./bounds.ts";

const handicap = optionWith({ id: "handicap", title: "Handicap", kind: "number", min: 0, max: 9, step: 1 });
const komi = optionWith({ id: "komi", title: "Komi", kind: "number", min: -100, max: 100, step: 0.5 });

it.each([
  [handicap, "0", ""],
  [handicap, "9", ""],
  [handicap, "30", "Handicap: 0 to 9."],
  [handicap, "-1", "Handicap: 0 to 9."],
  [handicap, "2.5", "Handicap: steps of 1."],
  [komi, "-7.5", ""],
  [komi, "7.3", "Komi: steps of 0.5."],
  [komi, "x", "Komi: -100 to 100."],
  [optionWith({ id: "score", kind: "choice" }), "area", ""],
])("of %o the value %s is judged: %s", (option, value, said) =>
  expect(outOfBounds(option, value, null)).toBe(said),
);

it.each([
  ["grid:19", 19, 19, 9],
  ["grid:8", 8, 8, 4],
  ["grid:13x12", 13, 12, 4],
  ["grid:7", 7, 7, 4],
  ["grid:5", 5, 5, 1],
  ["torus:9x9", 9, 9, 1],
])("on %s of %i by %i there are handicaps up to %i", (spec, width, height, most) => {
  const board = { spec, width, height, stars: [] };
  expect(outOfBounds(handicap, String(most), board)).toBe("");
  expect(outOfBounds(handicap, String(most + 1), board)).toBe(`Handicap: 0 to ${most}.`);
});

it.each([
  [0, 1],
  [1, 1],
  [2, 2],
  [5, 5],
  [12, 9],
])("on a board with %i drawn handicap points there are handicaps up to %i", (stars, most) => {
  const board = { spec: "id:ab", width: 0, height: 0, stars: Array.from({ length: stars }, (_, p) => p) };
  expect(outOfBounds(handicap, String(most), board)).toBe("");
  expect(outOfBounds(handicap, String(most + 1), board)).toBe(`Handicap: 0 to ${most}.`);
});
