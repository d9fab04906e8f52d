import { expect, it } from "vitest";

import type { Board } from "../wire.ts";
import { marksOf, territoryOf, withMark, type MarkTool } from "./markup.ts";

const board = { width: 3, height: 3, coords: Array.from({ length: 9 }, () => 0) } as unknown as Board;
const start = [
  ["C", "x"],
  ["TR", "aa:ba"],
  ["LB", "ca:A", "cb:7"],
];

it("shows the marks of a record", () => {
  expect(marksOf(board, { properties: start })).toEqual([
    { point: 0, shape: "triangle", label: "" },
    { point: 1, shape: "triangle", label: "" },
    { point: 2, shape: "label", label: "A" },
    { point: 5, shape: "label", label: "7" },
  ]);
  expect(territoryOf(board, { properties: start })).toBeNull();
  expect(
    territoryOf(board, {
      properties: [
        ["TB", "aa"],
        ["TW", "ba:ca"],
      ],
    })?.slice(0, 4),
  ).toEqual(Uint8Array.from([1, 2, 2, 0]));
});

it("sets marks, one a point, and takes them off again", () => {
  let properties: readonly (readonly string[])[] = start;
  const mark = (tool: MarkTool, point: number) => (properties = withMark(board, { properties }, tool, point));
  expect(mark("letter", 3)).toEqual([
    ["C", "x"],
    ["TR", "aa:ba"],
    ["LB", "ca:A", "cb:7", "ab:B"],
  ]);
  expect(mark("number", 4).at(-1)).toEqual(["LB", "ca:A", "cb:7", "ab:B", "bb:1"]);
  expect(mark("triangle", 0)).toContainEqual(["TR", "ba"]);
  expect(mark("square", 1)).not.toContainEqual(["TR", "ba"]);
  expect(properties.at(-1)).toEqual(["SQ", "ba"]);
  expect(mark("number", 3).find(([id]) => id === "LB")).toEqual(["LB", "ca:A", "cb:7", "bb:1", "ab:2"]);
  for (const point of [2, 5, 4, 3]) mark(point === 2 ? "letter" : "number", point);
  expect(mark("square", 1)).toEqual([["C", "x"]]);
});
