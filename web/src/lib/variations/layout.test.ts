import { expect, it } from "vitest";

import { layoutTree, linesIn, neighbourOf, nodesIn, whole } from "./layout.ts";
import { Tree } from "./tree.ts";

const start = { stones: "", toPlay: "", moves: [] };

function sample(): Tree {
  const tree = new Tree(start);
  const [a] = tree.append(tree.root, ["A", "B", "C"]);
  tree.append(a!, ["D", "E"]);
  tree.append(tree.root, ["F", "G"]);
  return tree;
}

function drawn(tree: Tree) {
  const layout = layoutTree(tree);
  return nodesIn(layout, whole(layout));
}

const places = (tree: Tree) =>
  drawn(tree).map((n) => `${n.node.move || "root"} ${n.column},${n.row} from ${n.from}`);

it("gives each variation a row below its parent's", () => {
  expect(places(sample())).toEqual([
    "root 0,0 from 0",
    "A 1,0 from 0",
    "B 2,0 from 0",
    "C 3,0 from 0",
    "D 2,1 from 0",
    "E 3,1 from 1",
    "F 1,2 from 0",
    "G 2,2 from 2",
  ]);
  const { runs, columns } = layoutTree(sample());
  expect([runs.length, columns]).toEqual([3, 4]);
});

it("never puts two nodes on one place, however deep the tree", () => {
  const tree = new Tree(start);
  let at = tree.root;
  for (let i = 0; i < 20_000; i++) {
    at = tree.append(at, ["A1"])[0]!;
    if (i % 7 === 0) tree.append(at, ["B2", "C3"]);
  }
  const nodes = drawn(tree);
  expect(new Set(nodes.map((n) => `${n.column} ${n.row}`)).size).toBe(nodes.length);
});

it("walks by arrow keys", () => {
  const tree = sample();
  const drawing = layoutTree(tree);
  const a = tree.root.children[0]!;
  const move = (from: typeof a, key: string) => neighbourOf(drawing, from, `Arrow${key}`)?.move;
  expect(move(a, "Right")).toBe("B");
  expect(move(a, "Left")).toBe("");
  expect(move(a, "Down")).toBe("F");
  expect(move(tree.root.children[1]!, "Up")).toBe("A");
  expect(move(a, "Up")).toBeUndefined();
  expect(neighbourOf(drawing, tree.root, "ArrowLeft")).toBeNull();
  expect(neighbourOf(drawing, a, "x")).toBeNull();
  tree.goto(a.children[1]!);
  expect(move(a, "Right")).toBe("D");
});

it("draws a part, and the lines that pass through it", () => {
  const tree = sample();
  const layout = layoutTree(tree);
  const part = { columns: [1, 3], rows: [1, 2] } as const;
  expect(nodesIn(layout, part).map((n) => n.node.move)).toEqual(["D"]);
  expect(linesIn(layout, part)).toEqual([[1, 0, 1]]);
  expect(linesIn(layout, { columns: [0, 1], rows: [1, 2] })).toEqual([[0, 0, 2]]);
  expect(linesIn(layout, { columns: [0, 4], rows: [0, 0] })).toEqual([]);
});
