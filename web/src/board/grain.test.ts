import { describe, expect, it } from "vitest";

import { layoutFlat, SPACING } from "./flat";
import { grainOf, loosened, PLANK, planksOver, shellLines } from "./grain";
import { grid } from "./testing/boards";

describe("grain", () => {
  const frame = { x: -400, y: -400, width: 800, height: 800 };

  it("is always the same, and its lines never cross", () => {
    const grain = grainOf(frame);
    expect(grainOf(frame)).toEqual(grain);
    const starts = grain.lines
      .split("M")
      .slice(1)
      .map((line) => Number(line.split(" ")[0]));
    const ends = grain.lines
      .split("M")
      .slice(1)
      .map((line) => Number(line.split("L").at(-1)!.split(" ")[0]));
    for (const list of [starts, ends]) expect(list).toEqual([...list].sort((a, b) => a - b));
  });

  it("costs a few kilobytes, however large the board is", () => {
    const large = grainOf({ x: 0, y: 0, width: 40_000, height: 40_000 });
    expect(large.bands.length + large.lines.length + large.pores.length).toBeLessThan(60_000);
  });
});

describe("planks", () => {
  const side = PLANK.width;
  /** The near and far corner of a plank after a transform, in any orientation. */
  const corners = (transform: string): number[] => {
    const [x, y, sx, sy] = transform.match(/-?\d+/g)!.map(Number) as [number, number, number, number];
    return [Math.min(x, x + sx * side), Math.min(y, y + sy * side)];
  };

  it("cover the visible part, each beside its mirror image", () => {
    const planks = planksOver({ x: -0.5 * side, y: 1.2 * side, width: side, height: side });
    expect(planks.map(corners)).toEqual([
      [-side, side],
      [0, side],
      [-side, 2 * side],
      [0, 2 * side],
    ]);
    expect(planks.map((p) => /scale\((.*)\)/.exec(p)![1])).toEqual(["-1 -1", "1 -1", "-1 1", "1 1"]);
  });

  it("are left out when zoomed far out", () => {
    expect(planksOver({ x: 0, y: 0, width: 5 * side, height: 5 * side })).toEqual([]);
    expect(planksOver({ x: 1, y: 1, width: 2.5 * side, height: 2.5 * side })).toHaveLength(9);
  });
});

describe("stones", () => {
  const layout = layoutFlat(grid(9));

  it("have growth lines that stay on them", () => {
    const path = shellLines(layout, [40]);
    const numbers = path.match(/-?\d+\.\d/g)!.map(Number);
    expect(numbers.length).toBeGreaterThan(20);
    for (const v of numbers) expect(Math.abs(v)).toBeLessThan(0.52 * SPACING);
    expect(shellLines(layout, [41])).not.toBe(path);
    expect(shellLines(layout, [])).toBe("");
  });

  it("are slightly off their points when placed by hand, and never far", () => {
    const loose = loosened(layout);
    const off = Array.from(loose.places, (v, i) => Math.abs(v - layout.places[i]!));
    expect(Math.max(...off)).toBeLessThanOrEqual(0.036 * SPACING);
    expect(off.filter((d) => d > 0.2).length).toBeGreaterThan(off.length / 2);
    expect(loose.edges).toBe(layout.edges);
  });
});
