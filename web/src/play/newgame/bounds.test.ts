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
  [handicap, "2.5", "Handicap: in steps of 1."],
  [komi, "-7.5", ""],
  [komi, "7.3", "Komi: in steps of 0.5."],
  [komi, "x", "Komi: -100 to 100."],
  [optionWith({ id: "score", kind: "choice" }), "area", ""],
])("of %o the value %s is judged: %s", (option, value, said) =>
  expect(outOfBounds(option, value)).toBe(said),
);
