import { describe, expect, it } from "vitest";

import { columnAt, columnName, columnOf, describeColumn, fallMs, landingIn, layoutDrop } from "./drop";
import { layoutFlat } from "./flat";
import { BLACK, emptyState, WHITE } from "./state";
import { grid } from "./testing/boards";

const board = grid(7, 6);
const layout = layoutFlat(board);

describe("columns", () => {
  it("hold the points above each other", () => {
    expect([columnOf(board, 3), columnOf(board, 38)]).toEqual([3, 3]);
    expect(columnName(board, 3)).toBe("D");
  });

  it("have at most one landing", () => {
    expect(landingIn(board, [35, 31], 3)).toBe(31);
    expect(landingIn(board, [35, 31], 4)).toBe(-1);
  });

  it("are found under any place within the frame", () => {
    const drop = layoutDrop(layout);
    const { x, width } = drop.frame;
    expect(columnAt(board, layout, drop, x + 1)).toBe(0);
    expect(columnAt(board, layout, drop, x + width / 2)).toBe(3);
    expect(columnAt(board, layout, drop, x + width - 1)).toBe(6);
    expect(columnAt(board, layout, drop, x - 1)).toBe(-1);
    expect(columnAt(board, layout, drop, x + width + 1)).toBe(-1);
  });

  it("let stones fall for 120 to 200 milliseconds, longer the deeper", () => {
    const times = [3, 17, 38].map((p) => fallMs(board, p));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(120);
    expect(times[2]).toBe(200);
  });
});

describe("describeColumn", () => {
  const stones = new Uint8Array(42);
  [stones[38], stones[31]] = [BLACK, WHITE];
  const state = { ...emptyState(42), falls: true, stones, landings: [24, 35], last: 31 };

  it("describes its stones and where the next one lands", () => {
    expect(describeColumn(board, state, 3)).toBe(
      "Column D: 2 stones, white on top, the next one lands on D3, last move.",
    );
    expect(describeColumn(board, state, 0)).toBe("Column A: empty, the next one lands on A1.");
  });

  it("describes a full column, values and hints", () => {
    const full = { ...state, stones: new Uint8Array(42).fill(BLACK), landings: [], last: -1 };
    expect(describeColumn(board, full, 1)).toBe("Column B: 6 stones, black on top, full.");
    const value = { point: 24, lines: ["Win", "in 5"], words: "wins in 5 moves", best: true };
    const valued = { ...state, last: -1, values: [value], good: [24] };
    expect(describeColumn(board, valued, 3)).toContain("D3, wins in 5 moves, a correct move.");
  });
});

describe("the frame", () => {
  it("has a hole for every point, and everything fits into the drawing", () => {
    const drop = layoutDrop(layout);
    expect(drop.path.match(/0 1 0/g)).toHaveLength(2 * 42);
    const { box } = drop;
    expect(drop.above).toBeGreaterThan(box.y);
    expect(drop.values).toBeLessThan(box.y + box.height);
  });
});
