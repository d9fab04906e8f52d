import { beforeEach, describe, expect, it } from "vitest";

import { treeOf } from "../lib/record/read.ts";
import type { Tree, TreeNode } from "../lib/variations/tree.ts";
import { Reads } from "../testing/reads.ts";
import type { Board, RecordNode } from "../wire.ts";
import { nodesOf } from "./find.ts";
import { Positions, stonesText } from "./positions.ts";

const board = { width: 3, height: 1, coords: [0, 1, 2], names: ["A1", "B1", "C1"] } as unknown as Board;
const node = (parent: number, more: Partial<RecordNode>): RecordNode => ({
  parent,
  toPlay: "black",
  properties: [],
  ...more,
});

/** A line that places and captures stones, with a variation. */
const nodes = [
  node(-1, { anew: true, changes: [[2, 2]], properties: [["AW", "ca"]] }),
  node(0, { move: "A1", color: "black", changes: [[0, 1]] }),
  node(1, {
    move: "B1",
    color: "white",
    changes: [
      [1, 2],
      [0, 0],
    ],
  }),
  node(1, { move: "pass", color: "white" }),
];

describe("Positions", () => {
  let tree: Tree;
  let first: TreeNode | undefined;
  beforeEach(() => {
    tree = treeOf({ nodes });
    [first] = tree.root.children;
  });
  const text = (positions: Positions, at = tree.root) => {
    const stones = positions.at(at);
    return stones && stonesText(stones);
  };

  it("follow from the changes of a record, in any order", () => {
    const positions = new Positions(board);
    const [taken, passed] = first!.children;
    for (let i = 0; i < 2; i++) {
      expect(text(positions, taken)).toBe(".oo");
      expect(text(positions, passed)).toBe("x.o");
      expect(text(positions)).toBe("..o");
      expect(text(positions, first)).toBe("x.o");
    }
  });

  it("are unknown after a move that the server has not checked, and known again where stones are set up", () => {
    const positions = new Positions(board);
    const [made] = tree.append(first!, ["C1"]);
    expect(text(positions, made)).toBeNull();
    const [next] = tree.append(made!, ["B1"]);
    next!.stones = "xx.";
    expect(text(positions, next)).toBe("xx.");
    expect(text(positions, first)).toBe("x.o");
    tree.goto(made!);
    tree.setUp({ stones: "ooo", toPlay: "black" });
    expect(text(positions, tree.current)).toBe("ooo");
    expect(text(positions)).toBe("..o");
  });

  it("are known for the stones of a pasted node, too", () => {
    const positions = new Positions(board);
    const set = tree.make(first!, "", {
      properties: [
        ["AE", "ca"],
        ["AB", "ba"],
      ],
    });
    tree.attach(set, 0);
    expect(text(positions, set)).toBe("xx.");
  });

  it("are found a step at a time in a long line", () => {
    const long = treeOf({
      nodes: Array.from({ length: 30_000 }, (_, i) => node(i - 1, { changes: [[i % 3, (i % 2) + 1]] })),
    });
    const reads = new Reads(2 * 30_000);
    for (const at of nodesOf(long.root)) reads.of(at, "changes");
    const positions = new Positions(board);
    for (let i = 0; i < 29_999; i++) {
      long.forward();
      positions.at(long.current);
    }
    expect(reads.count).toBeGreaterThan(29_000);
  });
});
