import { expect, it } from "vitest";
import { arrowPath } from "./arrows";
import { describePoint } from "./describe";
import { layoutFlat, SPACING } from "./flat";
import { emptyState } from "./state";
import { grid } from "./testing/boards";

const layout = layoutFlat(grid(5));
const cornersOf = (path: string) =>
  [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map((m) => [Number(m[1]), Number(m[2])]);

it("draws an arrow whose tip ends before its last point, whatever its length and direction", () => {
  for (const [from, to] of [
    [0, 1],
    [12, 12 + 5],
    [24, 0],
    [3, 16],
  ] as const) {
    const corners = cornersOf(arrowPath(layout, { from, to, head: true }));
    expect(corners).toHaveLength(7);
    const [tx, ty] = [layout.places[2 * to]!, layout.places[2 * to + 1]!];
    const off = corners.map(([x, y]) => Math.hypot(x! - tx, y! - ty));
    expect(Math.min(...off)).toBe(off[3]);
    expect(off[3]).toBeLessThan(0.2 * SPACING);
    expect(off[3]).toBeGreaterThan(0.05 * SPACING);
  }
});

it("draws a line from one middle to the other", () => {
  const corners = cornersOf(arrowPath(layout, { from: 0, to: 4, head: false }));
  expect(corners).toHaveLength(4);
  expect(corners[0]![0]).toBeCloseTo(layout.places[0]!);
  expect(corners[1]![0]).toBeCloseTo(layout.places[8]!);
});

it("describes arrows and dimmed points", () => {
  const arrows = [
    { from: 0, to: 6, head: true },
    { from: 6, to: 1, head: false },
  ];
  const state = { ...emptyState(25), arrows, dimmed: [6] };
  expect(describePoint(grid(5), state, 0)).toBe("A5: empty, arrow to B4.");
  expect(describePoint(grid(5), state, 6)).toBe("B4: empty, arrow from A5, line to B5, dimmed.");
});
