import { describe, expect, it } from "vitest";

import { layoutTree } from "./layout.ts";
import { Tree } from "./tree.ts";

const start = (moves: string[] = []) => new Tree({ stones: "", toPlay: "", moves });
/** The variations: each one's starting depth, and its moves. */
const text = (tree: Tree) =>
  layoutTree(tree).runs.map(({ nodes }) => `${nodes[0]!.depth} ${nodes.map((n) => n.move || "*").join(" ")}`);

describe("Tree", () => {
  it("starts at the end of the moves that it is given, and goes back and on", () => {
    const tree = start(["A1", "B2"]);
    expect(tree.placeOf()).toEqual({ stones: "", toPlay: "", moves: ["A1", "B2"] });
    expect(tree.current.ply).toBe(2);
    expect(tree.back()).toBe(true);
    expect(tree.placeOf().moves).toEqual(["A1"]);
    expect(tree.forward()).toBe(true);
    expect(tree.forward()).toBe(false);
    tree.back();
    tree.back();
    expect(tree.back()).toBe(false);
  });

  it("keeps variations, and goes on to the last visited one", () => {
    const tree = start(["A1", "B2", "C3"]);
    tree.back();
    tree.back();
    tree.play("D4");
    tree.play("E5");
    expect(text(tree)).toEqual(["0 * A1 B2 C3", "2 D4 E5"]);
    tree.back();
    tree.back();
    tree.forward();
    expect(tree.current.move).toBe("D4");
  });

  it("plays an existing move without a second variation", () => {
    const tree = start(["A1"]);
    tree.back();
    tree.play("A1");
    expect(text(tree)).toEqual(["0 * A1"]);
  });

  it("starts anew where stones were placed by hand", () => {
    const tree = start(["A1"]);
    tree.setUp({ stones: "x..", toPlay: "white" });
    tree.play("B2");
    expect(tree.placeOf()).toEqual({ stones: "x..", toPlay: "white", moves: ["B2"] });
    expect(text(tree)).toEqual(["0 * A1 * B2"]);
    expect(tree.current.ply).toBe(2);
    tree.back();
    tree.back();
    expect(tree.placeOf()).toEqual({ stones: "", toPlay: "", moves: ["A1"] });
  });

  it("appends a line without going there", () => {
    const tree = start(["A1"]);
    const line = tree.append(tree.current, ["B2", "C3"]);
    expect(tree.current.move).toBe("A1");
    expect(line.map((n) => n.move)).toEqual(["B2", "C3"]);
    expect(tree.append(tree.current, ["B2"])[0]).toBe(line[0]);
  });

  it("drops an impossible move", () => {
    const tree = start(["A1", "B2"]);
    tree.drop(tree.root.children[0]!);
    expect(text(tree)).toEqual(["0 * A1 B2"]);
    tree.drop(tree.current);
    expect(text(tree)).toEqual(["0 * A1"]);
    expect(tree.current.move).toBe("A1");
    expect(tree.forward()).toBe(false);
  });

  it("lays out variations of variations", () => {
    const tree = start(["A1", "B1", "C1"]);
    const [a] = tree.root.children;
    const [d] = tree.append(a!, ["D1", "E1"]);
    tree.append(d!, ["F1"]);
    tree.append(tree.root, ["Z9"]);
    expect(text(tree)).toEqual(["0 * A1 B1 C1", "2 D1 E1", "3 F1", "1 Z9"]);
  });
});
