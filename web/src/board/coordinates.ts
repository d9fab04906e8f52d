/** The labels around a flat board's drawing: coordinates or names, and the room that they take. Pure. */
import type { Board } from "../wire";
import { SPACING, type FlatLayout } from "./flat";
import { shownName } from "./letters";
import { namesAlongRim, roomOfNames } from "./rim";
import type { Rect } from "./viewport";

/** A label at the margin: the letter or number of a column or row, or the name of a point; the others are -1. */
export interface Coordinate {
  x: number;
  y: number;
  text: string;
  column: number;
  row: number;
  point: number;
}

/** How much room the coordinates take and how large they are, in the drawing's units. */
interface Margins {
  margin: number;
  font: number;
}

const SMALLEST_FONT_PX = 9;
const LARGEST_FONT_PX = 14;
/** From the outer points to the edge of the board, if that leaves room for the coordinates. */
const MARGIN = 0.75 * SPACING;
/** The part of it that stones on the outer points cover. */
const STONES = 0.5 * SPACING;

/** The room for coordinates beside the stones of a board, in font sizes. */
export const roomOf = (board: Board): number => (board.width > 0 ? 1.5 : roomOfNames(board));

/** Margins of a board that is `pixels` wide on screen, with as much room for coordinates; 0 for none. */
export function marginsOf(layout: FlatLayout, pixels: number, room: number): Margins {
  const { span } = layout;
  if (room === 0) return { margin: MARGIN, font: 0.4 * SPACING };
  const units = Math.max(span.width, span.height) + 1.7 * SPACING;
  const pixel = units / Math.max(1, pixels);
  const font = Math.min(LARGEST_FONT_PX * pixel, Math.max(SMALLEST_FONT_PX * pixel, 0.3 * SPACING));
  const stones = layout.stones.reduce((a, b) => Math.max(a, b), STONES);
  return { margin: Math.max(MARGIN, stones + room * font), font };
}

/** The coordinates on all four sides of a grid, or the names along the rim of another board, thinned out where they would touch. */
export function coordinatesOf(board: Board, layout: FlatLayout, { margin, font }: Margins): Coordinate[] {
  const { width, height } = board;
  if (width === 0)
    return namesAlongRim(board, layout, font).map((name) => ({ ...name, column: -1, row: -1 }));
  const { places, span } = layout;
  const letters = (column: number) => shownName(board, column).replace(/\d+$/, "");
  const number = (row: number) => shownName(board, row * width).replace(/^\D+/, "");
  const widest = Math.max(...Array.from({ length: width }, (_, c) => letters(c).length));
  const skipColumns = Math.max(1, Math.ceil((0.75 * font * widest) / SPACING));
  const skipRows = Math.max(1, Math.ceil((1.05 * font) / SPACING));
  const off = (STONES + margin) / 2;
  const out: Coordinate[] = [];
  for (let column = 0; column < width; column += skipColumns) {
    const x = places[2 * column]!;
    const text = letters(column);
    out.push({ x, y: span.y - off, text, column, row: -1, point: -1 });
    out.push({ x, y: span.y + span.height + off, text, column, row: -1, point: -1 });
  }
  for (let row = height - 1; row >= 0; row -= skipRows) {
    const y = places[2 * row * width + 1]!;
    const text = number(row);
    out.push({ x: span.x - off, y, text, column: -1, row, point: -1 });
    out.push({ x: span.x + span.width + off, y, text, column: -1, row, point: -1 });
  }
  return out;
}

/** Reports whether a coordinate belongs to a point. */
export const isOf = (board: Board, { column, row, point }: Coordinate, pointed: number): boolean =>
  pointed >= 0 &&
  (board.width > 0
    ? column === pointed % board.width || row === Math.floor(pointed / board.width)
    : point === pointed);

/** The rectangle of the whole drawing. */
export function frameOf(layout: FlatLayout, { margin }: Margins): Rect {
  const { x, y, width, height } = layout.span;
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}
