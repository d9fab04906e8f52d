import { describe, expect, it } from "vitest";

import type { Board } from "../wire";
import { coordinatesOf, frameOf, isOf, marginsOf, roomOf } from "./coordinates";
import { layoutFlat, SPACING } from "./flat";
import { geometryOf } from "./geometry";
import { flattened, HOME_TURN } from "./project";
import { rimOf } from "./rim";
import { comb, hexagon, near, torus } from "./testing/boards";

const namesOn = (board: Board, pixels: number) => {
  const layout = layoutFlat(board);
  const margins = marginsOf(layout, pixels, roomOf(board));
  return { layout, margins, names: coordinatesOf(board, layout, margins) };
};

describe("the rim", () => {
  it("of a hexagon is its outer points, and from each the way out leads away from the middle", () => {
    const board = hexagon(4);
    const layout = layoutFlat(board);
    const rim = rimOf(board, layout);
    const far = (p: number) => Math.hypot(layout.places[2 * p]!, layout.places[2 * p + 1]!);
    expect(rim).toHaveLength(18);
    expect(new Set(rim.map((r) => r.point)).size).toBe(18);
    for (const { point, out } of rim) {
      const [x, y] = [layout.places[2 * point]!, layout.places[2 * point + 1]!];
      expect(far(point)).toBeGreaterThan(2.5 * SPACING);
      expect(Math.cos(out) * x + Math.sin(out) * y).toBeGreaterThan(0.8 * far(point));
    }
  });

  it("includes every corner, and isolated points", () => {
    const board = comb(5);
    const rim = rimOf(board, layoutFlat(board));
    expect(rim.map((r) => r.point).sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    // Above the tooth, below the line, and between two teeth on the wider side.
    const out = (p: number) => Math.sin(rim.find((r) => r.point === p)!.out);
    expect(out(5)).toBeCloseTo(-1);
    expect(out(1)).toBeCloseTo(1);
    const one = comb(1);
    expect(rimOf(one, layoutFlat(one)).map((r) => r.point)).toEqual([0]);
  });
});

/** The points of a rim in order, and the ways out in degrees: 0 to the right, 90 down, as in the drawing. */
const waysOut = (board: Board) =>
  rimOf(board, layoutFlat(board)).map(({ point, out }) => [
    point,
    Math.round((out * 180) / Math.PI + 360) % 360,
  ]);

it.each<[string, Board, [point: number, out: number][]]>([
  ["a point alone is left to the right", comb(1), [[0, 0]]],
  [
    "ends are left straight on",
    comb(3),
    [
      [0, 180],
      [1, 90],
      [3, 270],
      [2, 0],
    ],
  ],
  [
    "a corner is left through the middle of its wide side",
    comb(2),
    [
      [0, 180],
      [1, 45],
      [2, 270],
    ],
  ],
  [
    "a point between two equal sides is left on the first of them",
    near([
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
    ]),
    [
      [0, 180],
      [1, 270],
      [2, 0],
    ],
  ],
  [
    "a square is left by its diagonals",
    near([
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [0, 1, 0],
    ]),
    [
      [0, 135],
      [3, 225],
      [2, 315],
      [1, 45],
    ],
  ],
  [
    "a hexagon is left straight away from its middle",
    hexagon(2),
    [
      [2, 180],
      [0, 240],
      [1, 300],
      [4, 0],
      [6, 60],
      [5, 120],
    ],
  ],
])("%s", (_, board, ways) => {
  expect(waysOut(board)).toEqual(ways);
});

describe("names along the rim", () => {
  it("name all outer points of a hexagon", () => {
    const { names } = namesOn(hexagon(6), 700);
    expect(names).toHaveLength(30);
    expect(names.map((n) => n.text)).toEqual(expect.arrayContaining(["L1", "L6", "F1", "F11", "A6"]));
  });

  it.each([hexagon(6), hexagon(2), comb(5), comb(1)])("are inside the frame: %#", (board) => {
    const { layout, margins, names } = namesOn(board, 200);
    expect(names.length).toBeGreaterThan(0);
    const frame = frameOf(layout, margins);
    for (const { x, y, text } of names) {
      const half = 0.33 * text.length * margins.font;
      expect(x - half).toBeGreaterThan(frame.x);
      expect(x + half).toBeLessThan(frame.x + frame.width);
      expect(y - margins.font / 2).toBeGreaterThan(frame.y);
      expect(y + margins.font / 2).toBeLessThan(frame.y + frame.height);
    }
  });

  it("are nearest to their own points, and outside of every stone", () => {
    const board = hexagon(6);
    const { layout, names } = namesOn(board, 390);
    expect(names.length).toBeGreaterThan(20);
    for (const { x, y, point, text } of names) {
      const off = board.coords.map((_, p) =>
        Math.hypot(layout.places[2 * p]! - x, layout.places[2 * p + 1]! - y),
      );
      expect(off.indexOf(Math.min(...off)), text).toBe(point);
      expect(Math.min(...off)).toBeGreaterThan(layout.stones[point]!);
      expect(board.names[point]).toBe(text);
    }
  });

  it("are thinned out where they would touch", () => {
    const { margins, names } = namesOn(hexagon(6), 150);
    expect(names.length).toBeGreaterThan(5);
    expect(names.length).toBeLessThan(30);
    for (const a of names)
      for (const b of names) {
        if (a === b) continue;
        const apart = Math.max(
          Math.abs(a.x - b.x) - 0.33 * (a.text.length + b.text.length) * margins.font,
          Math.abs(a.y - b.y) - margins.font,
        );
        expect(apart).toBeGreaterThan(0);
      }
  });

  it("are on no line in a drawing with crossing lines", () => {
    const board = torus(9, 9);
    const picture = flattened(board, geometryOf(board), HOME_TURN);
    const { layout, margins, names } = namesOn(picture, 700);
    const along = Array.from({ length: 41 }, (_, k) => k / 40);
    const crossed = names.filter(({ x, y, text }) => {
      const [w, h] = [0.3 * text.length * margins.font, 0.45 * margins.font];
      return picture.edges.some(([a, b]) => {
        const [u, v] = [layout.places[2 * a]!, layout.places[2 * a + 1]!];
        const [du, dv] = [layout.places[2 * b]! - u, layout.places[2 * b + 1]! - v];
        return along.some((k) => Math.abs(u + k * du - x) < w && Math.abs(v + k * dv - y) < h);
      });
    });
    expect(names.length).toBeGreaterThan(5);
    expect(crossed).toEqual([]);
  });

  it("are highlighted with their points", () => {
    const board = hexagon(3);
    const { names } = namesOn(board, 700);
    expect(names.filter((n) => isOf(board, n, 0)).map((n) => n.text)).toEqual(["E1"]);
    expect(names.some((n) => isOf(board, n, -1))).toBe(false);
    expect(names.some((n) => isOf(board, n, 9))).toBe(false);
  });
});
