/** The layout of a flat board's drawing: places, lines, coordinates, picking. Pure. */
import type { Board } from "../wire";
import { geometryOf } from "./geometry";
import { shownName } from "./letters";
import { namesAlongRim, roomOfNames } from "./rim";
import { BLACK, EMPTY } from "./state";
import type { Rect } from "./viewport";

/** A board laid out for SVG: y grows downwards. */
export interface FlatLayout {
  /** Places, x and y of point p at 2p and 2p+1. */
  places: Float32Array;
  /** Radius of a stone on each point. */
  stones: Float32Array;
  /** The rectangle that the points span. */
  span: Rect;
  /** SVG path data of all edges. */
  edges: string;
}

/** The usual spacing in the drawing's units, whatever it is on the board: browsers draw text below a size of 1 badly. */
export const SPACING = 40;

export function layoutFlat(board: Board): FlatLayout {
  const geometry = geometryOf(board);
  const k = SPACING / geometry.spacing;
  const places = new Float32Array(2 * board.coords.length);
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  board.coords.forEach(([cx, cy], p) => {
    const x = (places[2 * p] = cx * k);
    const y = (places[2 * p + 1] = -cy * k);
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  });
  const span = { x: left, y: top, width: right - left, height: bottom - top };
  const stones = geometry.stones.map((radius) => radius * k);
  return { places, stones, span, edges: edgePath(board, places) };
}

/** One path for all edges: thousands of nodes would be slow. A grid is drawn by its long lines. */
function edgePath(board: Board, places: Float32Array): string {
  const { width, height } = board;
  if (width > 0) {
    const rows = Array.from({ length: height }, (_, r) => [r * width, (r + 1) * width - 1]);
    const columns = Array.from({ length: width }, (_, c) => [c, (height - 1) * width + c]);
    return pathOf([...rows, ...columns], places);
  }
  return pathOf(board.edges, places);
}

function pathOf(edges: readonly (readonly number[])[], places: Float32Array): string {
  const at = (p: number) => `${places[2 * p]!.toFixed(1)} ${places[2 * p + 1]!.toFixed(1)}`;
  return edges.map(([a, b]) => `M${at(a!)}L${at(b!)}`).join("");
}

/** One path of circles of those radii around those points. */
export function discs(
  layout: FlatLayout,
  points: readonly number[],
  radius: (point: number) => number,
): string {
  let path = "";
  for (const p of points) {
    const r = radius(p);
    const left = (layout.places[2 * p]! - r).toFixed(1);
    const arc = `a${r.toFixed(1)} ${r.toFixed(1)} 0 1 0 `;
    const across = (2 * r).toFixed(1);
    path += `M${left} ${layout.places[2 * p + 1]!.toFixed(1)}${arc}${across} 0${arc}-${across} 0`;
  }
  return path;
}

/** The tint under points: squares that join on a grid, discs elsewhere. */
export function tintPath(board: Board, layout: FlatLayout, points: readonly number[]): string {
  if (board.width === 0) return discs(layout, points, (p) => 1.1 * layout.stones[p]!);
  const corner = (v: number) => (v - SPACING / 2).toFixed(1);
  return points
    .map(
      (p) =>
        `M${corner(layout.places[2 * p]!)} ${corner(layout.places[2 * p + 1]!)}h${SPACING}v${SPACING}h-${SPACING}z`,
    )
    .join("");
}

/** Stones of a run of points, as path data. */
interface StoneBlock {
  black: string;
  white: string;
  dead: string;
}

const BLOCK = 250;

/**
 * The stones as a few paths, for boards with so many that a node for each would
 * be slow. A move changes the paths of one block only.
 */
export function stoneBlocks(layout: FlatLayout, stones: Uint8Array, dead: ReadonlySet<number>): StoneBlock[] {
  const blocks: StoneBlock[] = [];
  for (let first = 0; first < stones.length; first += BLOCK) {
    const block: StoneBlock = { black: "", white: "", dead: "" };
    for (let p = first; p < Math.min(first + BLOCK, stones.length); p++) {
      if (stones[p] === EMPTY) continue;
      const disc = discs(layout, [p], (q) => 0.98 * layout.stones[q]!);
      block[stones[p] === BLACK ? "black" : "white"] += disc;
      if (dead.has(p)) block.dead += disc;
    }
    blocks.push(block);
  }
  return blocks;
}

/** What stands at the margin: the letter or number of a column or row, or the name of a point; the others are -1. */
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
/** From the outer points to the edge of the board, where that leaves room for the coordinates. */
const MARGIN = 0.75 * SPACING;
/** What stones on the outer points take of it. */
const STONES = 0.5 * SPACING;

/** How much room coordinates need beside the stones of a board, in sizes of their letters. */
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
  if (width === 0) return namesAlongRim(board, layout, font);
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

/** Whether a coordinate is that of a point. */
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

/** The point whose stone would lie nearest to (x, y), at most 1.25 radii away; -1 for none. */
export function pickFlat(layout: FlatLayout, x: number, y: number): number {
  const { places, stones } = layout;
  let best = -1;
  let bestShare = 1.25;
  for (let p = 0; p < stones.length; p++) {
    const share = Math.hypot(places[2 * p]! - x, places[2 * p + 1]! - y) / stones[p]!;
    if (share < bestShare) {
      best = p;
      bestShare = share;
    }
  }
  return best;
}
