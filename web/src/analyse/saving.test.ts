import { expect, it } from "vitest";

import { Tree } from "../lib/variations/tree.ts";
import { fileName, nodeAt, pathTo } from "./saving.ts";

it("names a file by the players", () => {
  expect(fileName(["1999-01-02", "", "Lee / 李"])).toBe("1999-01-02-Lee-李.sgf");
  expect(fileName(["", "?!"])).toBe("record.sgf");
});

it("returns which child is taken at each node, to the end of a line", () => {
  const tree = new Tree({ stones: "", toPlay: "", moves: [] });
  tree.append(tree.root, ["A1", "B1"]);
  const [other] = tree.append(tree.root, ["C1", "D1", "E1"]);
  expect(pathTo(tree.root, false)).toEqual([]);
  expect(pathTo(other!, false)).toEqual([1]);
  expect(pathTo(other!, true)).toEqual([1, 0, 0]);
  expect(nodeAt(tree.root, [1])).toBe(other);
  expect(nodeAt(tree.root, [1, 2, 0])).toBe(other);
  expect(nodeAt(tree.root, [])).toBe(tree.root);
});
