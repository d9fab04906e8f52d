/**
 * Very large grids, which represent boards without edges, are shown through a window that follows the stones. Pure.
 */
import type { Board } from "../wire";
import type { Coordinate } from "./coordinates";
import { SPACING, type FlatLayout } from "./flat";
import { shownName } from "./letters";
import { EMPTY } from "./state";
import { clamp, type Rect, type Viewport } from "./viewport";

/** Grids with both sides longer than this are shown through a window. */
export const WIDEST_GRID = 40;
/** Initial number of points across the window, and its margin around the stones that it follows. */
const ACROSS = 21;
export const MARGIN = 3.5;

export const isWindowed = (board: Board): boolean => Math.min(board.width, board.height) > WIDEST_GRID;

/** The bounding rectangle of points; null if there are no points. */
function spanOf(layout: FlatLayout, points: readonly number[]): Rect | null {
  if (points.length === 0) return null;
  const xs = points.map((p) => layout.places[2 * p]!);
  const ys = points.map((p) => layout.places[2 * p + 1]!);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

const middleOf = ({ x, y, width, height }: Rect) => ({ cx: x + width / 2, cy: y + height / 2 });

/** The window around all stones, no smaller than usual; in the middle of an empty board. */
export function windowOn(layout: FlatLayout, frame: Rect, stones: Uint8Array): Viewport {
  const placed = [...stones.keys()].filter((p) => stones[p] !== EMPTY);
  const span = spanOf(layout, placed);
  const side = (span ? Math.max(span.width, span.height) : 0) + 2 * MARGIN * SPACING;
  const across = Math.max(ACROSS * SPACING, side);
  const zoom = Math.min(frame.width, frame.height) / across;
  return clamp(frame, { ...middleOf(span ?? layout.span), zoom });
}

/** The margin around a close-up, in points, and the minimum magnification that justifies hiding the rest. */
const AROUND = 2;
const WORTH = 1.25;

/** The part of a board with those points, as large as possible; null for all of it. */
export function closeUp(layout: FlatLayout, frame: Rect, points: readonly number[]): Viewport | null {
  const span = spanOf(layout, points);
  if (!span) return null;
  const margin = 2 * AROUND * SPACING;
  const zoom = Math.min(frame.width / (span.width + margin), frame.height / (span.height + margin));
  return zoom < WORTH ? null : clamp(frame, { ...middleOf(span), zoom });
}

/** How far the coordinates along the edges extend into the visible part, in font sizes. */
const BAND = { left: 1.8, top: 1.6 };

/** A path around the coordinates: the lines of the board would touch them. */
export function coordinatesBand({ x, y, width, height }: Rect, font: number): string {
  const [left, top] = [BAND.left * font, BAND.top * font];
  return `M${x} ${y}h${width}v${top}h${left - width}v${height - top}h${-left}z`;
}

/** The coordinates along the upper and the left edge of the visible part. */
export function edgeCoordinates(board: Board, layout: FlatLayout, box: Rect, font: number): Coordinate[] {
  const { width, height } = board;
  const { places } = layout;
  const out: Coordinate[] = [];
  const skip = Math.max(1, Math.ceil((2 * font) / SPACING));
  for (let column = 0; column < width; column += skip) {
    const x = places[2 * column]!;
    if (x < box.x + (BAND.left + 0.5) * font || x > box.x + box.width - font / 2) continue;
    const text = shownName(board, column).replace(/\d+$/, "");
    out.push({ x, y: box.y + 0.8 * font, text, column, row: -1, point: -1 });
  }
  for (let row = 0; row < height; row += skip) {
    const y = places[2 * row * width + 1]!;
    if (y < box.y + (BAND.top + 0.5) * font || y > box.y + box.height - font / 2) continue;
    const text = shownName(board, row * width).replace(/^\D+/, "");
    out.push({ x: box.x + 0.9 * font, y, text, column: -1, row, point: -1 });
  }
  return out;
}

/** Reports whether a place is in a rectangle, or near it. */
export const isNear = (box: Rect, x: number, y: number): boolean =>
  x > box.x - SPACING &&
  x < box.x + box.width + SPACING &&
  y > box.y - SPACING &&
  y < box.y + box.height + SPACING;

/** The size of the buttons over a board, in pixels. */
const BUTTONS = { width: 150, height: 60 };

interface Corner {
  right: boolean;
  bottom: boolean;
}

/**
 * The corner of the stage in which buttons cover none of those places, in pixels; the lower right one if each covers some.
 */
export function freeCorner(
  places: readonly { x: number; y: number }[],
  width: number,
  height: number,
): Corner {
  const corners = [true, false].flatMap((bottom) => [true, false].map((right) => ({ right, bottom })));
  const covers = ({ right, bottom }: Corner, x: number, y: number) =>
    (right ? width - x : x) < BUTTONS.width && (bottom ? height - y : y) < BUTTONS.height;
  const free = corners.find((corner) => !places.some(({ x, y }) => covers(corner, x, y)));
  return free ?? { right: true, bottom: true };
}
