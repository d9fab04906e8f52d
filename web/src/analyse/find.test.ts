import { expect, it } from "vitest";

import { grid, torus } from "../board/testing/boards.ts";
import { Tree, type Change, type TreeNode } from "../lib/variations/tree.ts";
import { Reads } from "../testing/reads.ts";
import { nodesOf, samePosition, symmetriesOf, withText } from "./find.ts";
import { numbersOn } from "./numbers.ts";
import { Positions } from "./positions.ts";

const board = grid(5);

function add(tree: Tree, parent: TreeNode, point: number, color: string, comment = ""): TreeNode {
  const changes: Change[] = point < 0 ? [] : [[point, color === "black" ? 1 : 2]];
  const properties = comment ? [["C", comment]] : [];
  const node = tree.make(parent, point < 0 ? "pass" : board.names[point]!, { color, changes, properties });
  tree.attach(node, parent.children.length);
  return node;
}

function made() {
  const tree = new Tree({ stones: "", toPlay: "", moves: [] }, { changes: [] });
  const a = add(tree, tree.root, 0, "black", "The corner\\: good");
  const b = add(tree, a, 1, "white");
  const c = add(tree, b, 12, "black");
  add(tree, c, -1, "white");
  // The same stones in another order, and rotated.
  const d = add(tree, tree.root, 12, "black");
  const e = add(tree, add(tree, d, 1, "white"), 0, "black");
  const f = add(tree, add(tree, d, 23, "white", "good too"), 24, "black");
  return { tree, a, b, c, e, f };
}

it("finds a position wherever it occurs, rotated and mirrored too", () => {
  const { tree, c, e, f } = made();
  const found = samePosition(board, new Positions(board), tree.root, c, false);
  expect(found).toEqual([
    { node: c, turned: false },
    { node: e, turned: false },
    { node: f, turned: true },
  ]);
  expect(samePosition(board, new Positions(board), tree.root, c, true)).toHaveLength(2);
});

it("knows the symmetries of grids, all different, and none of other boards", () => {
  for (const [b, falls, count] of [
    [grid(5), false, 8],
    [grid(5), true, 2],
    [grid(5, 4), false, 4],
    [torus(6, 5), false, 1],
  ] as const) {
    const ways = symmetriesOf(b, falls);
    expect(new Set(ways.map((way) => way.join())).size).toBe(count);
    for (const way of ways) expect([...way].sort((x, y) => x - y)).toEqual(b.coords.map((_, p) => p));
  }
});

it("finds text in comments, moves and move numbers", () => {
  const { tree, a, b, f } = made();
  const named = (move: string) => move;
  const nodes = (text: string) => withText(tree.root, text, named).map((x) => x.node);
  expect(nodes("GOOD")).toEqual([a, f.parent]);
  expect(nodes("corner: g")).toEqual([a]);
  expect(nodes(" b5 ")).toContain(b);
  expect(nodes("3")).toHaveLength(3);
  expect(nodes("  ")).toEqual([]);
  expect([...nodesOf(tree.root)][0]).toBe(tree.root);
});

it("finds a position in 30,000 nodes with few visits to what each of them changes", () => {
  const large = grid(19);
  const reads = new Reads(6 * 30_000);
  const tree = new Tree({ stones: "", toPlay: "", moves: [] }, { changes: [] });
  let node = tree.root;
  for (let i = 0; i < 30_000; i++) {
    const next = tree.make(node, "x", { changes: [[i % 361, i % 3]] });
    node.children.push(reads.of(next, "changes"));
    node = next;
  }
  expect(samePosition(large, new Positions(large), tree.root, node, false).length).toBeGreaterThan(0);
  expect(reads.count).toBeGreaterThan(30_000);
});

it("numbers the stones that are still where moves placed them", () => {
  const { tree, a, c } = made();
  const marks = [{ point: 1, shape: "square", label: "" } as const];
  const stones = new Positions(board).at(c)!;
  const numbers = (how: "none" | "last" | "all" | "here", from: TreeNode | null = null) =>
    numbersOn(board, stones, [], c, how, from).map((d) => `${d.point}:${d.label}`);
  expect(numbers("none")).toEqual([]);
  expect(numbers("last")).toEqual(["12:3"]);
  expect(numbers("all")).toEqual(["12:3", "1:2", "0:1"]);
  expect(numbers("here", a)).toEqual(["12:2", "1:1"]);
  expect(numbers("here", tree.root.children[1]!)).toEqual(["12:3", "1:2", "0:1"]);
  expect(numbersOn(board, stones, marks, c, "all", null)).toHaveLength(2);
  stones[0] = 2; // captured, and another stone there
  expect(numbers("all")).toEqual(["12:3", "1:2"]);
});
