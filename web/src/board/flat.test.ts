import { describe, expect, it } from "vitest";

import { Reads } from "../testing/reads";
import { coordinatesOf, frameOf, marginsOf } from "./coordinates";
import { layoutFlat, pickFlat, SPACING, stoneBlocks, tintPath } from "./flat";
import { graphOf } from "./graph";
import { layoutMarks } from "./marks";
import { emptyState } from "./state";
import { grid } from "./testing/boards";
import { pan, reveal, visible, whole, zoomAt } from "./viewport";
import { arrow, neighbourToward } from "./walk";

describe("layout", () => {
  const board = grid(9);
  const layout = layoutFlat(board);

  it("puts the first row at the top and spaces points evenly", () => {
    expect([layout.places[0], layout.places[1]]).toEqual([-4 * SPACING, -4 * SPACING]);
    expect(layout.places[2]! - layout.places[0]!).toBeCloseTo(SPACING);
    expect(layout.stones[0]! * 2).toBeCloseTo(0.96 * SPACING);
  });

  it("draws each edge once, all in one path", () => {
    const edges = layoutFlat({ ...board, width: 0, height: 0 }).edges;
    expect(edges.match(/M/g)).toHaveLength(board.edges.length);
    // A grid by its rows and columns.
    expect(layout.edges.match(/M/g)).toHaveLength(18);
  });

  it("tints squares that join on a grid, and discs elsewhere", () => {
    expect(tintPath(board, layout, [0])).toBe("M-180.0 -180.0h40v40h-40z");
    expect(tintPath({ ...board, width: 0 }, layout, [0, 1]).match(/a/g)).toHaveLength(4);
    expect(tintPath(board, layout, [])).toBe("");
  });

  it("does not depend on the scale of an imported mesh", () => {
    const large = {
      ...board,
      coords: board.coords.map(([x, y]) => [1000 * x, 1000 * y, 0] as [number, number, number]),
    };
    const scaled = layoutFlat(large);
    expect(scaled.places[0]).toBeCloseTo(layout.places[0]!, 2);
    expect(scaled.stones[0]).toBeCloseTo(layout.stones[0]!, 4);
  });

  it("handles coinciding points, and a single point", () => {
    const twice = {
      ...grid(2, 1),
      coords: [
        [0, 0, 0],
        [0, 0, 0],
      ] as [number, number, number][],
    };
    expect(Number.isFinite(layoutFlat(twice).stones[0])).toBe(true);
    const one = layoutFlat(grid(1));
    const frame = frameOf(one, marginsOf(one, 300, 1.5));
    expect(frame.width).toBeGreaterThan(0);
    expect(pickFlat(one, 0, 0)).toBe(0);
  });
});

describe("coordinates", () => {
  it("are on all four sides and complete on a 19×19", () => {
    const board = grid(19);
    const layout = layoutFlat(board);
    const list = coordinatesOf(board, layout, marginsOf(layout, 700, 1.5));
    expect(list).toHaveLength(4 * 19);
    expect(list.map((c) => c.text)).toContain("T");
    expect(list.map((c) => c.text)).not.toContain("I");
  });

  it("are thinned out where they would touch, and stay inside the frame", () => {
    const board = grid(19);
    const layout = layoutFlat(board);
    const margins = marginsOf(layout, 120, 1.5);
    const list = coordinatesOf(board, layout, margins);
    const frame = frameOf(layout, margins);
    expect(list.length).toBeLessThan(4 * 19);
    for (const c of list) {
      expect(c.x - margins.font / 2).toBeGreaterThan(frame.x);
      expect(c.x + margins.font / 2).toBeLessThan(frame.x + frame.width);
    }
  });
});

describe("picking", () => {
  const layout = layoutFlat(grid(9));

  it("finds the point under a place, and none in the middle of four points", () => {
    expect(pickFlat(layout, 3, -4)).toBe(40);
    expect(pickFlat(layout, SPACING * 0.45, 0)).toBe(40);
    expect(pickFlat(layout, SPACING * 0.55, 0)).toBe(41);
    expect(pickFlat(layout, SPACING / 2, SPACING / 2)).toBe(-1);
    expect(pickFlat(layout, 40 * SPACING, 0)).toBe(-1);
  });
});

describe("walking", () => {
  const board = grid(9);
  const layout = layoutFlat(board);
  const place = (p: number) => [layout.places[2 * p]!, layout.places[2 * p + 1]!] as const;
  const step = (p: number, key: string) => neighbourToward(graphOf(board), p, place, arrow(key)!);

  it("goes where the arrow points and stops at the rim", () => {
    expect(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((key) => step(40, key))).toEqual([
      39, 41, 31, 49,
    ]);
    expect(step(0, "ArrowLeft")).toBe(-1);
    expect(arrow("a")).toBeNull();
  });
});

describe("viewport", () => {
  const full = { x: -100, y: -50, width: 200, height: 100 };

  it("keeps the place under the pointer while zooming", () => {
    const before = { ...whole(full), zoom: 2 };
    const after = zoomAt(full, before, 1.5, 10, 5);
    const share = (v: typeof before) => (10 - visible(full, v).x) / visible(full, v).width;
    expect(share(after)).toBeCloseTo(share(before), 9);
    expect(after.zoom).toBe(3);
  });

  it("goes no nearer than sixteen times", () => {
    expect(zoomAt(full, whole(full), 1e9, 10, 5).zoom).toBe(16);
    expect(pan(full, { ...whole(full), zoom: 1e9 }, 0, 0).zoom).toBe(16);
  });

  it("never leaves the drawing", () => {
    const far = pan(full, { ...whole(full), zoom: 2 }, 1e6, -1e6);
    expect(visible(full, far)).toEqual({ x: 0, y: -50, width: 100, height: 50 });
    expect(zoomAt(full, far, 1e-9, 0, 0)).toEqual(whole(full));
  });

  it("moves just enough to reveal a place", () => {
    const view = { ...whole(full), zoom: 4 };
    expect(reveal(full, view, 0, 0, 5)).toEqual(view);
    const seen = visible(full, reveal(full, view, 60, 20, 5));
    expect(seen.x + seen.width).toBeCloseTo(65, 9);
    expect(seen.y + seen.height).toBeCloseTo(25, 9);
  });
});

describe("10,000 points", () => {
  const board = grid(100);

  it("are laid out, updated and picked with few visits to each", () => {
    const seen = new Reads(40 * 10_000);
    const layout = layoutFlat({ ...board, coords: seen.list(board.coords), edges: seen.list(board.edges) });
    expect(seen.count).toBeGreaterThan(10_000);
    const stones = new Uint8Array(10_000).map((_, p) => p % 3);
    const state = { ...emptyState(10_000), stones, territory: stones, last: 4 };
    const again = new Reads(12 * 10_000);
    layoutMarks({ ...state, stones: again.list(stones), territory: again.list(stones) });
    const places = again.list(layout.places);
    const blocks = stoneBlocks({ ...layout, places }, again.list(stones), new Set([1]));
    pickFlat({ ...layout, places }, 3, 3);
    expect(blocks).toHaveLength(40);
    expect(blocks.map((b) => b.black.match(/M/g)?.length ?? 0).reduce((a, b) => a + b)).toBe(3333);
    expect(blocks.map((b) => b.dead.match(/M/g)?.length ?? 0).reduce((a, b) => a + b)).toBe(1);
  });
});
