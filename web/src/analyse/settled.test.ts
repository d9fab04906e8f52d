import { describe, expect, it } from "vitest";

import { settled } from "./settled.ts";

const moves = (...names: string[]) => names.map((move) => ({ move }));

describe("the candidates of an analysis", () => {
  it("are the first ones while the user does not move through the list", () => {
    expect(settled(moves("A1", "B2", "C3"), [], 2)).toEqual(moves("A1", "B2"));
  });

  it("stay in their rows under a cursor, whatever turns out better", () => {
    const found = moves("D4", "C3", "A1", "E5", "B2");
    expect(settled(found, ["A1", "B2", "C3"], 4)).toEqual(moves("A1", "B2", "C3", "D4"));
    expect(settled(moves("D4", "A1"), ["B2", "A1"], 4)).toEqual(moves("A1", "D4"));
  });

  it("get an extra row for a new best one when all rows are fixed, and for no other", () => {
    const standing = ["A1", "B2", "C3"];
    const better = moves("D4", "A1", "B2", "C3", "E5");
    expect(settled(better, standing, 3)).toEqual(moves("A1", "B2", "C3", "D4"));
    expect(settled(moves("A1", "D4", "B2", "C3"), standing, 3)).toEqual(moves("A1", "B2", "C3"));
    // The cursor may be on that row by now.
    const best = moves("E5", "D4", "A1", "B2", "C3");
    expect(settled(best, ["A1", "B2", "C3", "D4"], 3)).toEqual(moves("A1", "B2", "C3", "D4", "E5"));
    expect(settled(better, ["A1", "B2", "C3", "D4"], 3)).toEqual(moves("A1", "B2", "C3", "D4"));
  });

  it("fill the list again when the user has left it", () => {
    expect(settled(moves("D4", "A1", "B2", "C3"), [], 3)).toEqual(moves("D4", "A1", "B2"));
  });
});
