import { expect, it } from "vitest";

import type { Board } from "../wire.ts";
import { Tree } from "../lib/variations/tree.ts";
import {
  arrowsOf,
  dimmedOf,
  marksOf,
  territoryOf,
  viewOf,
  withLink,
  withMark,
  type MarkTool,
} from "./markup.ts";

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

it("sets marks, one per point, and removes them", () => {
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

it("draws arrows and lines, each once, and removes them", () => {
  let properties: readonly (readonly string[])[] = [
    ["AR", "aa:bb", "aa:bb", "aa", "aa:aa", "zz:aa"],
    ["LN", "bb:cc", "cc:bb"],
  ];
  expect(arrowsOf(board, { properties })).toEqual([
    { from: 0, to: 4, head: true },
    { from: 8, to: 4, head: false },
  ]);
  const link = (tool: "arrow" | "line", from: number, to: number) =>
    (properties = withLink(board, { properties }, tool, { from, to }));
  expect(link("arrow", 4, 0)[0]).toEqual(["AR", "aa:bb", "aa:bb", "aa", "aa:aa", "zz:aa", "bb:aa"]);
  expect(link("arrow", 0, 4)[0]).toEqual(["AR", "aa", "aa:aa", "zz:aa", "bb:aa"]);
  expect(link("line", 4, 8)).toHaveLength(1);
  expect(link("line", 0, 1).at(-1)).toEqual(["LN", "aa:ba"]);
});

it("draws between points with colons in their names", () => {
  const ring = { width: 0, height: 0, names: ["a:1", "b]", "c\\"], coords: [0, 0, 0] } as unknown as Board;
  const properties = withLink(ring, { properties: [] }, "arrow", { from: 0, to: 1 });
  expect(properties).toEqual([["AR", "a\\:1:b\\]"]]);
  expect(arrowsOf(ring, { properties })).toEqual([{ from: 0, to: 1, head: true }]);
  expect(marksOf(ring, { properties: withMark(ring, { properties: [] }, "letter", 0) })).toEqual([
    { point: 0, shape: "label", label: "A" },
  ]);
});

it("shows one label per point", () => {
  expect(marksOf(board, { properties: [["LB", "aa:x", "aa:y"]] })).toEqual([
    { point: 0, shape: "label", label: "y" },
  ]);
});

it("dims and crops until another node changes that", () => {
  const tree = new Tree(
    { stones: "", toPlay: "", moves: [] },
    {
      properties: [
        ["DD", "aa:ba"],
        ["VW", "aa:cc"],
      ],
    },
  );
  const node = tree.make(tree.root, "B1", {});
  const last = tree.make(node, "", { properties: [["DD", ""]] });
  expect(dimmedOf(board, node)).toEqual([0, 1]);
  expect(dimmedOf(board, last)).toEqual([]);
  expect(viewOf(board, last)).toHaveLength(9);
});
