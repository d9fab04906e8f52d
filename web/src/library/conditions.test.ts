import { describe, expect, it } from "vitest";

import { countOf, isDate, noConditions, searchOf } from "./conditions.ts";

describe("searchOf", () => {
  it.each([
    [{}, "", {}],
    [
      { player: " Ada ", color: "white", result: "won" },
      "",
      { player: "Ada", color: "white", result: "won" },
    ],
    [{ color: "white", result: "lost" }, "", {}],
    [{ result: "draw", moves: "40" }, "0", { result: "draw", moves: 40, file: 0 }],
    [{ from: "2016", to: "2016-0" }, "", { from: "2016" }],
    [{ moves: "many" }, "x", {}],
  ])("%j of file %j", (conditions, file, search) => {
    expect(searchOf({ ...noConditions(), ...conditions }, file, null)).toEqual(search);
  });

  it("includes the position", () => {
    const position = { board: "grid:9", rules: "weiqi", stones: "", toPlay: "", moves: ["E5"] };
    expect(searchOf(noConditions(), "", position)).toEqual({ position });
  });
});

it.each([
  ["", true],
  ["2016", true],
  ["2016-03", true],
  [" 2016-03-09 ", true],
  ["201", false],
  ["9 March", false],
])("%j is a date: %s", (text, is) => {
  expect(isDate(text)).toBe(is);
});

it("counts the filled-in fields", () => {
  expect(countOf({ ...noConditions(), player: "a", event: " " })).toBe(1);
});
