/**
 * Very large grids, which stand for a board without edges, are shown through a
 * window that follows the stones. Pure.
 */
import type { Board } from "../wire";
import { SPACING, type Coordinate, type FlatLayout } from "./flat";
import { EMPTY } from "./state";
import { clamp, type Rect, type Viewport } from "./viewport";

/** Grids with both sides longer than this are shown through a window. */
export const WIDEST_GRID = 40;
/** Points across the window at first, and its margin around the stones that it follows. */
const ACROSS = 21;
export const MARGIN = 3.5;

export const isWindowed = (board: Board): boolean => Math.min(board.width, board.height) > WIDEST_GRID;

/** The window around all stones, no smaller than usual; in the middle of an empty board. */
export function windowOn(layout: FlatLayout, frame: Rect, stones: Uint8Array): Viewport {
  const { span } = layout;
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  stones.forEach((stone, p) => {
    if (stone === EMPTY) return;
    const [x, y] = [layout.places[2 * p]!, layout.places[2 * p + 1]!];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  });
  if (left > right) {
    [left, top] = [span.x + span.width / 2, span.y + span.height / 2];
    [right, bottom] = [left, top];
  }
  const side = Math.max(right - left, bottom - top) + 2 * MARGIN * SPACING;
  const across = Math.max(ACROSS * SPACING, side);
  const zoom = Math.min(frame.width, frame.height) / across;
  return clamp(frame, { cx: (left + right) / 2, cy: (top + bottom) / 2, zoom });
}

/** The coordinates along the upper and the left edge of what is seen. */
export function edgeCoordinates(board: Board, layout: FlatLayout, box: Rect, font: number): Coordinate[] {
  const { width, height } = board;
  const { places } = layout;
  const out: Coordinate[] = [];
  const skip = Math.max(1, Math.ceil((2 * font) / SPACING));
  const corner = 1.6 * font;
  for (let column = 0; column < width; column += skip) {
    const x = places[2 * column]!;
    if (x < box.x + corner || x > box.x + box.width - font / 2) continue;
    const text = (board.names[column] ?? "").replace(/\d+$/, "");
    out.push({ x, y: box.y + 0.8 * font, text, column, row: -1 });
  }
  for (let row = 0; row < height; row += skip) {
    const y = places[2 * row * width + 1]!;
    if (y < box.y + corner || y > box.y + box.height - font / 2) continue;
    const text = (board.names[row * width] ?? "").replace(/^\D+/, "");
    out.push({ x: box.x + 0.9 * font, y, text, column: -1, row });
  }
  return out;
}

/** Whether a place lies in a rectangle, or not far outside of it. */
export const isNear = (box: Rect, x: number, y: number): boolean =>
  x > box.x - SPACING &&
  x < box.x + box.width + SPACING &&
  y > box.y - SPACING &&
  y < box.y + box.height + SPACING;
