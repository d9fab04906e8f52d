import { describe, expect, it } from "vitest";

import { layoutFlat, SPACING } from "./flat";
import { grainOf, loosened, shellLines } from "./grain";
import { grid } from "./testing/boards";

describe("grain", () => {
  const frame = { x: -400, y: -400, width: 800, height: 800 };

  it("is the same at every look, and its lines never cross", () => {
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

describe("stones", () => {
  const layout = layoutFlat(grid(9));

  it("bear lines of growth that stay on them", () => {
    const path = shellLines(layout, [40]);
    const numbers = path.match(/-?\d+\.\d/g)!.map(Number);
    expect(numbers.length).toBeGreaterThan(20);
    for (const v of numbers) expect(Math.abs(v)).toBeLessThan(0.52 * SPACING);
    expect(shellLines(layout, [41])).not.toBe(path);
    expect(shellLines(layout, [])).toBe("");
  });

  it("lie a little off their points when they are put down by hand, and never far", () => {
    const loose = loosened(layout);
    const off = Array.from(loose.places, (v, i) => Math.abs(v - layout.places[i]!));
    expect(Math.max(...off)).toBeLessThanOrEqual(0.036 * SPACING);
    expect(off.filter((d) => d > 0.2).length).toBeGreaterThan(off.length / 2);
    expect(loose.edges).toBe(layout.edges);
  });
});
