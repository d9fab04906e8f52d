import { describe, expect, it } from "vitest";

import { Edits } from "../lib/variations/edits.ts";
import { Tree, type TreeNode } from "../lib/variations/tree.ts";
import { endOf, isMain, lineThrough, plyOn, standing } from "./reviewline.ts";

const names = (line: readonly TreeNode[]) => line.map((n) => n.move || "-").join(" ");

/** A main line of four moves, and a variation of two after the second. */
function branched() {
  const tree = new Tree({ stones: "", toPlay: "", moves: ["A1", "B1", "C1", "D1"] });
  const [a] = tree.root.children;
  const [b] = a!.children;
  const [, f] = tree.append(b!, ["E1", "F1"]);
  return { tree, a: a!, b: b!, f: f! };
}

describe("the line of a review", () => {
  it("goes through the current node, to the end", () => {
    const { tree, a, f } = branched();
    expect(names(lineThrough(tree.root))).toBe("- A1 B1 C1 D1");
    expect(names(lineThrough(a))).toBe("- A1 B1 C1 D1");
    expect(names(lineThrough(f))).toBe("- A1 B1 E1 F1");
    expect([isMain(lineThrough(a)), isMain(lineThrough(f))]).toEqual([true, false]);
  });

  it("starts anew with stones that are set up, and ends before what the rules refuse", () => {
    const { tree, b, f } = branched();
    b.anew = true;
    f.refused = "occupied";
    expect(names(lineThrough(f))).toBe("B1 E1");
    expect(names(lineThrough(tree.root))).toBe("- A1");
    expect(names(lineThrough(b.children[0]!))).toBe("B1 C1 D1");
  });

  it("has one node per move: comments after a move belong to it", () => {
    const tree = new Tree({ stones: "", toPlay: "", moves: ["A1"] });
    const said = tree.make(tree.current, "", {});
    tree.attach(said, 0);
    const [next] = tree.append(said, ["B1"]);
    const line = lineThrough(next!);
    expect(line).toEqual([tree.root, said, next]);
    expect(standing(line)).toBe(3);
    tree.detach(said);
    expect(standing(line)).toBe(1);
  });

  it("finds the current move on it, from variations too, and how much of it is left", () => {
    const { tree, b, f } = branched();
    const line = lineThrough(tree.root);
    expect([plyOn(line, f), plyOn(line, b), plyOn(line, line[4]!)]).toEqual([2, 2, 4]);
    const edits = new Edits(tree);
    edits.remove(line[3]!);
    expect(standing(line)).toBe(3);
    edits.undo();
    expect(standing(line)).toBe(5);
  });
});

it("reads who won", () => {
  expect(endOf("B+R")).toEqual({ winner: "black", resigned: true });
  expect(endOf("W+Resign")).toEqual({ winner: "white", resigned: true });
  expect(endOf("w+2.5")).toEqual({ winner: "white", resigned: false });
  for (const unknown of ["", "0", "Void", "?", "B"]) expect(endOf(unknown).winner).toBe("");
});
