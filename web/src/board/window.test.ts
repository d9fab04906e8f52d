import { describe, expect, it } from "vitest";

import { frameOf } from "./coordinates";
import { layoutFlat, SPACING } from "./flat";
import { BLACK } from "./state";
import { grid } from "./testing/boards";
import { visible } from "./viewport";
import {
  closeUp,
  coordinatesBand,
  edgeCoordinates,
  freeCorner,
  isNear,
  isWindowed,
  windowOn,
} from "./window";

const board = grid(99);
const layout = layoutFlat(board);
const frame = frameOf(layout, { margin: SPACING, font: 10 });
const at = (column: number, row: number) => row * 99 + column;

const seen = (...points: number[]) => {
  const stones = new Uint8Array(99 * 99);
  for (const p of points) stones[p] = BLACK;
  const box = visible(frame, windowOn(layout, frame, stones));
  const across = box.width / SPACING;
  return { across, sees: (p: number) => isNear(box, layout.places[2 * p]!, layout.places[2 * p + 1]!), box };
};

describe("the window on a board without edges", () => {
  it("is only for very large grids", () => {
    expect(isWindowed(board)).toBe(true);
    expect(isWindowed(grid(19))).toBe(false);
  });

  it("shows the middle of an empty board, about 21 points across", () => {
    const { across, sees } = seen();
    expect(across).toBeCloseTo(21);
    expect(sees(at(49, 49))).toBe(true);
    expect(sees(at(49, 30))).toBe(false);
  });

  it("shows all stones, and grows if they do not fit", () => {
    const near = seen(at(30, 30), at(36, 33));
    expect(near.across).toBeCloseTo(21);
    expect(near.sees(at(33, 31))).toBe(true);
    const far = seen(at(20, 50), at(60, 50));
    expect(far.across).toBeCloseTo(47);
    expect(far.sees(at(20, 50)) && far.sees(at(60, 50))).toBe(true);
  });

  it("stays on the board", () => {
    const { box } = seen(at(0, 0));
    expect(box.x).toBeCloseTo(frame.x);
    expect(box.y).toBeCloseTo(frame.y);
  });

  it("labels the visible columns and rows", () => {
    const { box } = seen(at(49, 49));
    const texts = edgeCoordinates(board, layout, box, 16);
    expect(texts.filter((c) => c.row < 0)).toHaveLength(20);
    expect(texts.map((c) => c.text)).toContain("50");
    expect(texts.map((c) => c.text)).not.toContain("99");
  });

  it("keeps the lines away from the labels", () => {
    const { box } = seen(at(49, 49));
    const font = 16;
    const [, x, y, width, top, back] = coordinatesBand(box, font)
      .split(/[A-Za-z]/)
      .map((s) => s.split(" ").map(Number))
      .flat();
    const left = width! + back!;
    expect([x, y, width]).toEqual([box.x, box.y, box.width]);
    for (const c of edgeCoordinates(board, layout, box, font)) {
      const half = 0.3 * font * c.text.length;
      if (c.row < 0) {
        expect(c.y + font / 2).toBeLessThanOrEqual(box.y + top!);
        expect(c.x - half).toBeGreaterThan(box.x + left);
      } else {
        expect(c.x + half).toBeLessThanOrEqual(box.x + left);
        expect(c.y - font / 2).toBeGreaterThan(box.y + top!);
      }
    }
  });
});

describe("a close-up of a part of a board", () => {
  const board = grid(19);
  const layout = layoutFlat(board);
  const frame = frameOf(layout, { margin: SPACING, font: 10 });
  const corner = [0, 6, 19 * 4]; // 7 columns, 5 rows

  it("shows the points as large as possible, with two more around them", () => {
    const port = closeUp(layout, frame, corner)!;
    const box = visible(frame, port);
    expect(box.width / SPACING).toBeCloseTo(10);
    expect([box.x, box.y]).toEqual([frame.x, frame.y]);
    for (const p of corner) expect(isNear(box, layout.places[2 * p]!, layout.places[2 * p + 1]!)).toBe(true);
  });

  it("shows all of the board if little would be gained, or there is nothing to see", () => {
    expect(closeUp(layout, frame, [0, 360])).toBeNull();
    expect(closeUp(layout, frame, [0, 13])).toBeNull();
    expect(closeUp(layout, frame, [])).toBeNull();
  });

  it("has its buttons where they cover none of it", () => {
    const [below, right] = [
      { x: 10, y: 395 },
      { x: 390, y: 200 },
    ];
    expect(freeCorner([below, right], 400, 400)).toEqual({ right: true, bottom: true });
    expect(freeCorner([{ x: 390, y: 395 }], 400, 400)).toEqual({ right: false, bottom: true });
    expect(freeCorner([{ x: 390, y: 395 }, below], 400, 400)).toEqual({ right: true, bottom: false });
  });
});
