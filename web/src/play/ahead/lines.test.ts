import { describe, expect, it } from "vitest";

import { answersOtherwise, pairs, withLine } from "./lines.ts";
import { Planner } from "./planner.svelte.ts";

const line = (text: string): string[] => text.split(" ");

describe("lines of conditional moves", () => {
  it("are replaced by a new one that extends them, or answers differently", () => {
    const lines = [line("A1 B1"), line("A2 B2 C2 D2")];
    expect(withLine(lines, line("A1 B1 C1 D1"))).toEqual([line("A2 B2 C2 D2"), line("A1 B1 C1 D1")]);
    expect(withLine(lines, line("A2 B3"))).toEqual([line("A1 B1"), line("A2 B3")]);
    expect(withLine(lines, line("A2 B2 C3 D3"))).toEqual([...lines, line("A2 B2 C3 D3")]);
    expect(withLine([], line("A1 B1"))).toEqual([line("A1 B1")]);
  });

  it("differ in an answer if everything before it is equal", () => {
    expect(answersOtherwise(line("A1 B1"), line("A1 B2"))).toBe(true);
    expect(answersOtherwise(line("A1 B1"), line("A2 B2"))).toBe(false);
    expect(answersOtherwise(line("A1 B1"), line("A1 B1 C1 D1"))).toBe(false);
    expect(answersOtherwise(line("A1 B1 C1 D1"), line("A1 B1 C1 D2"))).toBe(true);
  });

  it("are split into pairs", () => {
    expect(pairs(line("A1 B1 C1"))).toEqual([
      { theirs: "A1", own: "B1" },
      { theirs: "C1", own: "" },
    ]);
  });
});

describe("the line being entered", () => {
  it("grows, and shrinks only to where it started", () => {
    const planner = new Planner();
    planner.add("A1");
    expect(planner.moves).toBeNull();
    planner.begin(["A1", "B1"]);
    expect(planner.undoable).toBe(false);
    planner.back();
    planner.add("C1");
    expect(planner.moves).toEqual(["A1", "B1", "C1"]);
    planner.back();
    expect(planner.moves).toEqual(["A1", "B1"]);
    planner.end();
    expect(planner.moves).toBeNull();
  });
});
