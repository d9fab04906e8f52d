/** The layout of a flat board's drawing: places, lines, stones, picking. Pure. */
import type { Board } from "../wire";
import { geometryOf } from "./geometry";
import { BLACK, EMPTY } from "./state";
import type { Rect } from "./viewport";

/** A board laid out for SVG; y grows downwards. */
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

/**
 * The usual spacing in the drawing's units, whatever it is on the board: browsers draw text smaller than 1 unit badly.
 */
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

/** One path for all edges: thousands of nodes would be slow. A grid is drawn as its long lines. */
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

/** One path of circles with those radii around those points. */
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

/** The stones of a run of points, as path data. */
interface StoneBlock {
  black: string;
  white: string;
  dead: string;
}

const BLOCK = 250;

/**
 * The stones as a few paths, for boards where one node for each would be slow. A move changes only the paths of one
 * block.
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

/** The point whose stone would be nearest to (x, y), at most 1.25 radii away; -1 for none. */
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
