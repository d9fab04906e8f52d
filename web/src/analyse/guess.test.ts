import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { grid } from "../board/testing/boards.ts";
import { Tree, type TreeNode } from "../lib/variations/tree.ts";
import { Guess } from "./guess.svelte.ts";
import { stepsBetween } from "./steps.ts";

const board = grid(5);
const add = (tree: Tree, parent: TreeNode, move: string, color: string): TreeNode => {
  const node = tree.make(parent, move, { color });
  tree.attach(node, parent.children.length);
  return node;
};

/** Black A5, White B5 or C5, Black passes, White D5. */
function game() {
  const tree = new Tree({ stones: "", toPlay: "", moves: [] });
  const first = add(tree, tree.root, "A5", "black");
  const second = add(tree, first, "B5", "white");
  add(tree, first, "C5", "white");
  const pass = add(tree, second, "pass", "black");
  add(tree, pass, "D5", "white");
  const walker = {
    get current() {
      return tree.current;
    },
    goto: (node: TreeNode) => tree.goto(node),
  };
  return { tree, walker };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("continues after a correct move, gives a second try, then shows", () => {
  const { tree, walker } = game();
  const guess = new Guess(walker, board);
  expect([guess.turn, guess.color]).toEqual(["guess", "black"]);
  guess.choose("A5");
  expect([guess.said, guess.first, tree.current.move]).toEqual(["right", 1, "A5"]);
  guess.choose("E5");
  expect([guess.said, guess.wrong, guess.steps, tree.current.move]).toEqual(["wrong", 1, 3, "A5"]);
  guess.choose("B5");
  expect([guess.said, guess.second, tree.current.move]).toEqual(["right", 1, "B5"]);
  // The user does not guess passes.
  expect(guess.turn).toBe("record");
  guess.choose("D5");
  expect(guess.count).toBe(2);
  vi.runAllTimers();
  expect([guess.turn, tree.current.move]).toEqual(["guess", "pass"]);
  guess.choose("A1");
  guess.choose("A2");
  expect([guess.said, guess.answer, guess.missed, guess.turn]).toEqual(["shown", "D5", 1, "end"]);
  guess.again();
  expect([guess.count, guess.wrong, guess.said, tree.current]).toEqual([0, 0, "start", tree.root]);
});

it("accepts a variation and continues in the main line", () => {
  const { tree, walker } = game();
  tree.goto(tree.root.children[0]!);
  const guess = new Guess(walker, board);
  guess.choose("C5");
  expect([guess.said, guess.answer, guess.first, tree.current.move]).toEqual(["variation", "B5", 1, "B5"]);
});

it("asks for only one side's moves", () => {
  const { tree, walker } = game();
  const guess = new Guess(walker, board);
  guess.side = "white";
  expect(guess.turn).toBe("record");
  vi.runAllTimers();
  expect([guess.turn, guess.color, tree.current.move]).toEqual(["guess", "white", "A5"]);
  guess.show();
  guess.close();
  vi.runAllTimers();
  expect([guess.missed, tree.current.move]).toEqual([1, "B5"]);
});

it("counts steps along the lines of the board", () => {
  expect([stepsBetween(board, 0, 24), stepsBetween(board, 7, 7), stepsBetween(board, 0, 1)]).toEqual([
    8, 0, 1,
  ]);
});
