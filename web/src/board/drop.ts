/** The layout of a board whose stones fall: columns, their landings, the frame. Pure. */
import { t } from "../text/text.ts";
import type { Board } from "../wire";
import { SPACING, type FlatLayout } from "./flat";
import { shownName } from "./letters";
import { BLACK, EMPTY, type BoardState } from "./state";
import type { Rect } from "./viewport";

/** The column of a point of a grid, from 0 at the left. */
export const columnOf = (board: Board, point: number): number => point % board.width;

/** Where a stone in that column would land; -1 if the column is full. */
export function landingIn(board: Board, landings: readonly number[], column: number): number {
  return landings.find((p) => columnOf(board, p) === column) ?? -1;
}

/** The letter or number of a column, as in the names of its points. */
export const columnName = (board: Board, column: number): string =>
  (shownName(board, column) || String(column + 1)).replace(/\d+$/, "");

/** The frame around the holes, and the room for the stone above it and the texts below. */
interface DropLayout {
  frame: Rect;
  /** The whole drawing. */
  box: Rect;
  /** Radius of a hole. */
  hole: number;
  /** Path of the frame with its holes, and of these alone. */
  path: string;
  holes: string;
  /** The y of waiting stones, and of names and values of columns. */
  above: number;
  names: number;
  values: number;
}

const RIM = 0.62;
const NAMES = 0.5;
const VALUES = 0.85;

export function layoutDrop(layout: FlatLayout): DropLayout {
  const { span, places } = layout;
  const rim = RIM * SPACING;
  const frame = {
    x: span.x - rim,
    y: span.y - rim,
    width: span.width + 2 * rim,
    height: span.height + 2 * rim,
  };
  const hole = 0.43 * SPACING;
  const corner = 0.3 * SPACING;
  let holes = "";
  for (let i = 0; i < places.length; i += 2) holes += ring(places[i]!, places[i + 1]!, hole);
  const path = roundedRect(frame, corner) + holes;
  const bottom = frame.y + frame.height;
  const above = frame.y - 0.52 * SPACING;
  const box = {
    x: frame.x - 0.1 * SPACING,
    y: frame.y - 1.1 * SPACING,
    width: frame.width + 0.2 * SPACING,
    height: frame.height + (1.1 + NAMES + VALUES) * SPACING,
  };
  const names = bottom + (NAMES / 2) * SPACING;
  return { frame, box, hole, path, holes, above, names, values: bottom + (NAMES + VALUES / 2) * SPACING };
}

function roundedRect({ x, y, width, height }: Rect, r: number): string {
  const [w, h] = [width - 2 * r, height - 2 * r];
  const arc = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${w}${arc(r, r)}v${h}${arc(-r, r)}h${-w}${arc(-r, -r)}v${-h}${arc(r, -r)}z`;
}

/** A circle drawn the other way round, so that it is cut out. */
function ring(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** The column under a place of the drawing; outer columns extend to the frame's edge. -1 for none. */
export function columnAt(board: Board, layout: FlatLayout, { frame }: DropLayout, x: number): number {
  if (x < frame.x || x > frame.x + frame.width) return -1;
  const column = Math.round((x - layout.span.x) / SPACING);
  return Math.min(board.width - 1, Math.max(0, column));
}

/** Milliseconds that a stone falls: 120 to 200, depending on the height. */
export function fallMs(board: Board, point: number): number {
  const row = Math.floor(point / board.width);
  return Math.round(120 + (80 * (row + 1)) / board.height);
}

/** A column for screen readers: "Column D: 2 stones, the next one lands on D3." */
export function describeColumn(board: Board, state: BoardState, column: number): string {
  let stones = 0;
  let top: "black" | "white" = "black";
  for (let p = column; p < state.stones.length; p += board.width) {
    if (state.stones[p] === EMPTY) continue;
    if (stones === 0) top = state.stones[p] === BLACK ? "black" : "white";
    stones++;
  }
  const facts: string[] = [stones === 0 ? t("board.empty") : t(`board.column.${top}`, { count: stones })];
  const landing = landingIn(board, state.landings, column);
  if (stones === board.height) facts.push(t("board.column.full"));
  else if (landing >= 0) facts.push(t("board.column.landing", { point: shownName(board, landing) }));
  const last = state.last >= 0 && columnOf(board, state.last) === column;
  if (last) facts.push(t("board.last"));
  const value = state.values.find((v) => columnOf(board, v.point) === column);
  if (value) facts.push(value.words);
  if (landing >= 0 && state.good.includes(landing)) facts.push(t("board.good"));
  return t("board.column.sentence", { column: columnName(board, column), facts: facts.join(", ") });
}
