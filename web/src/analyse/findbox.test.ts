// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";

import { grid } from "../board/testing/boards.ts";
import { Tree } from "../lib/variations/tree.ts";
import { fill, press, read, settled, show, the } from "../testing/page.ts";
import type { Analysis } from "./analysis.svelte.ts";
import FindBox from "./FindBox.svelte";

/** A record of three moves, with the same comment at each. */
let tree: Tree;

beforeEach(async () => {
  tree = new Tree({ stones: "", toPlay: "", moves: [] });
  for (const move of ["A1", "B1", "C1"]) {
    const [node] = tree.append(tree.current, [move]);
    tree.write(node!, {}, { properties: [["C", "a ladder"]] });
    tree.goto(node!);
  }
  const analysis = {
    board: grid(3),
    root: tree.root,
    get current() {
      return tree.current;
    },
    goto: tree.goto.bind(tree),
    samePosition: () => [],
  };
  await show(FindBox, { analysis: analysis as unknown as Analysis });
});

async function find(text: string): Promise<void> {
  await fill(the("text"), text);
  document.querySelector("form")!.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
  await settled();
}

const at = () => [tree.current.move, read("[role=status]")];
const on = () => the("button", "Next match");
const back = () => the("button", "Previous match");

it("goes through the matches, forward and back, and wraps around", async () => {
  await find("ladder");
  expect(at()).toEqual(["A1", "1 of 3"]);
  await press(back());
  expect(at()).toEqual(["C1", "3 of 3"]);
  await press(back());
  expect(at()).toEqual(["B1", "2 of 3"]);
  for (const wanted of ["C1", "A1"]) {
    await press(on());
    expect(at()[0]).toBe(wanted);
  }
});

it.each([
  ["b1", "B1", "1 of 1"],
  ["nowhere", "C1", "No matches."],
])("has nowhere else to lead after %s", async (text, move, said) => {
  await find(text);
  expect(at()[0]).toBe(move);
  expect([said, "Only here."]).toContain(at()[1]);
  expect([on().disabled, back().disabled]).toEqual([true, true]);
});
