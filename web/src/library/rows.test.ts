import { describe, expect, it } from "vitest";

import { rowsIn, scrollTo } from "./rows.ts";

describe("rowsIn", () => {
  it.each([
    ["at the top", { above: -200, height: 800 }, 100_000, [0, 16]],
    ["in the middle", { above: 64_000, height: 800 }, 100_000, [994, 1019]],
    ["at the end", { above: 6_399_400, height: 800 }, 100_000, [99_984, 100_000]],
    ["far below the list", { above: 9_000, height: 800 }, 10, [10, 10]],
    ["of none", { above: 0, height: 800 }, 0, [0, 0]],
  ])("%s", (_, seen, count, rows) => {
    expect(rowsIn(seen, 64, count)).toEqual(rows);
  });
});

describe("scrollTo", () => {
  it.each([
    ["seen", 5, 0],
    ["above", 0, -108],
    ["cut at the bottom", 14, 68],
  ])("%s", (_, index, by) => {
    expect(scrollTo({ above: 100, height: 800 }, 64, index)).toBe(by);
  });
});
