import { describe, expect, it } from "vitest";

import { Reads } from "../../testing/reads.ts";
import { Edits, valuesOf, withProperty } from "./edits.ts";
import { Tree, type Made, type TreeNode } from "./tree.ts";

const begin = () => new Edits(new Tree({ stones: "", toPlay: "", moves: [] }));
const plain = () => ({});

/** A tree that counts how many steps its user takes between nodes. */
class CountedTree extends Tree {
  readonly #reads: Reads;

  constructor(reads: Reads) {
    super({ stones: "", toPlay: "", moves: [] });
    this.#reads = reads;
  }

  override make(parent: TreeNode | null, move: string, made: Made): TreeNode {
    const node = super.make(parent, move, made);
    return parent ? this.#reads.of(node, "parent", "children") : node; // the root exists before the counter
  }
}

/** A tree as text, with the properties of its nodes. */
function text({ root }: Tree): string {
  const words: string[] = [];
  const waiting: (TreeNode | string)[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === "string") words.push(next);
    else {
      words.push((next.move || "*") + next.properties.map(([id, ...v]) => `<${id}=${v.join()}>`).join(""));
      const { children } = next;
      for (let i = children.length - 1; i >= 0; i--)
        if (children.length > 1) waiting.push(")", children[i]!, "(");
        else waiting.push(children[i]!);
    }
  }
  return words.join(" ");
}

/** Pseudorandom numbers, the same in every run. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function nodesOf({ root }: Tree): TreeNode[] {
  const nodes = [root];
  for (const node of nodes) nodes.push(...node.children);
  return nodes;
}

/** The names of all operations. */
const deeds = ["play", "goto", "append", "remove", "paste", "promote", "main", "comment", "mark"] as const;

function doOne(edits: Edits, pick: (below: number) => number): void {
  const { tree } = edits;
  const nodes = nodesOf(tree);
  const node = nodes[pick(nodes.length)]!;
  const move = (n: number) => "ABCDEF"[n]!;
  switch (deeds[pick(deeds.length)]) {
    case "play":
      edits.play(move(pick(6)), plain);
      break;
    case "goto":
      tree.goto(node);
      break;
    case "append":
      edits.append(node, [move(pick(6)), move(pick(6))], plain);
      break;
    case "remove":
      if (pick(3) === 0) edits.remove(node);
      break;
    case "paste":
      if (nodes.length < 200) edits.paste(node, edits.copy(nodes[pick(nodes.length)]!, ""), "");
      break;
    case "promote":
      edits.promote(node);
      break;
    case "main":
      edits.makeMain(node);
      break;
    case "comment":
      edits.set(node, "C", pick(3) ? [`text ${pick(5)}`] : [], pick(2) === 0);
      break;
    default:
      edits.set(node, "TR", pick(3) ? ["aa", "bb"] : []);
  }
}

describe("Edits", () => {
  it("undoes and redoes random edits, back to an equal tree", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const pick = chance(seed);
      const edits = begin();
      const { tree } = edits;
      const seen = [text(tree)];
      for (let i = 0; i < 60; i++) {
        doOne(edits, pick);
        if (pick(5) === 0) edits.undo();
        seen.push(text(tree));
      }
      const end = text(tree);
      while (edits.undo()) {
        expect(seen).toContain(text(tree));
        expect(nodesOf(tree)).toContain(tree.current);
      }
      expect(text(tree)).toBe("*");
      while (edits.redo()) expect(nodesOf(tree)).toContain(tree.current);
      const again = text(tree);
      // The last undone edit may be redone beyond the end.
      while (text(tree) !== end) expect(edits.undo()).toBe(true);
      expect(again.length).toBeGreaterThan(0);
    }
  });

  it("promotes a variation, and makes it the main line", () => {
    const edits = begin();
    const { tree } = edits;
    edits.append(tree.root, ["A", "B"], plain);
    edits.append(tree.root, ["C"], plain);
    const [d, e] = edits.append(tree.root, ["D", "E"], plain);
    edits.append(d!, ["F"], plain);
    edits.promote(e!);
    expect(text(tree)).toBe("* ( A B ) ( D ( E ) ( F ) ) ( C )");
    edits.makeMain(d!.children[1]!);
    expect(text(tree)).toBe("* ( D ( F ) ( E ) ) ( A B ) ( C )");
    edits.undo();
    expect(text(tree)).toBe("* ( A B ) ( D ( E ) ( F ) ) ( C )");
  });

  it("undoes text that was typed in one go, and separate edits separately", () => {
    const edits = begin();
    const { root } = edits.tree;
    for (const word of ["H", "He", "Hey"]) edits.set(root, "C", [word], true);
    const next = edits.play("A", plain);
    edits.set(next, "C", ["B"], true);
    edits.undo();
    edits.undo();
    expect(valuesOf(root, "C")).toEqual(["Hey"]);
    edits.undo();
    expect(valuesOf(root, "C")).toEqual([]);
    expect(edits.canUndo).toBe(false);
    edits.redo();
    expect(valuesOf(root, "C")).toEqual(["Hey"]);
  });

  it("knows what is saved", () => {
    const edits = begin();
    expect(edits.unsaved).toBe(false);
    edits.play("A", plain);
    expect(edits.unsaved).toBe(true);
    edits.saved();
    expect(edits.unsaved).toBe(false);
    edits.undo();
    expect(edits.unsaved).toBe(true);
    edits.redo();
    expect(edits.unsaved).toBe(false);
    edits.undo();
    edits.play("B", plain);
    edits.undo();
    expect(edits.unsaved).toBe(true);
  });

  it("drops an impossible move", () => {
    const edits = begin();
    edits.play("A", plain);
    const bad = edits.play("B", plain);
    edits.retract(bad);
    expect(text(edits.tree)).toBe("* A");
    edits.undo();
    expect(text(edits.tree)).toBe("*");
    expect(edits.canUndo).toBe(false);
  });

  it("pastes known changes only among the same stones", () => {
    const edits = begin();
    const { root } = edits.tree;
    const a = edits.play("A", () => ({ changes: [[0, 1]], toPlay: "white" }));
    const clip = edits.copy(a, "...");
    edits.paste(root, clip, "...");
    edits.paste(a, clip, "x..");
    expect(root.children[1]!.changes).toEqual([[0, 1]]);
    expect(a.children[0]!.changes).toBeNull();
  });

  it("handles a line of 100,000 moves with few passes along it", () => {
    const reads = new Reads(20 * 100_000);
    const edits = new Edits(new CountedTree(reads));
    const line = edits.append(
      edits.tree.root,
      Array.from({ length: 100_000 }, () => "A"),
      plain,
    );
    const clip = edits.copy(line[0]!, "");
    edits.remove(line[0]!);
    edits.paste(edits.tree.root, clip, "");
    edits.undo();
    edits.undo();
    edits.makeMain(line.at(-1)!);
    for (let i = 0; i < 50_000; i++) edits.tree.forward();
    expect(edits.tree.current.ply).toBe(50_000);
    expect(reads.count).toBeGreaterThan(100_000);
  });
});

it("keeps the order of properties", () => {
  const all = [
    ["B", "aa"],
    ["C", "x"],
    ["XX", "1", "2"],
  ];
  expect(withProperty(all, "C", ["y"])).toEqual([
    ["B", "aa"],
    ["C", "y"],
    ["XX", "1", "2"],
  ]);
  expect(withProperty(all, "C", [])).toEqual([
    ["B", "aa"],
    ["XX", "1", "2"],
  ]);
  expect(withProperty(all, "TR", [])).toBe(all);
  expect(withProperty(all, "TR", ["aa"]).at(-1)).toEqual(["TR", "aa"]);
});
