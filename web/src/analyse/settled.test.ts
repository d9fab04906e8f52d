import { describe, expect, it } from "vitest";

import { settled } from "./settled.ts";

const moves = (...names: string[]) => names.map((move) => ({ move }));

describe("the candidates of an analysis", () => {
  it("are the first of them where nobody walks through the list", () => {
    expect(settled(moves("A1", "B2", "C3"), [], 2)).toEqual(moves("A1", "B2"));
  });

  it("stay in their rows under a cursor, whatever is found to be better", () => {
    const found = moves("D4", "C3", "A1", "E5", "B2");
    expect(settled(found, ["A1", "B2", "C3"], 4)).toEqual(moves("A1", "B2", "C3", "D4"));
    expect(settled(moves("D4", "A1"), ["B2", "A1"], 4)).toEqual(moves("A1", "D4"));
  });
});
