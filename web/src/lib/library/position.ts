// Positions to search for in a library: in requests and in addresses.
import type { Board, LibraryMove, LibraryPosition } from "../../wire.ts";
import type { LibraryStart } from "../router/routes.ts";

/** The corners of a grid, as the server names them. */
export const sides = ["top-left", "top-right", "bottom-left", "bottom-right"] as const;
type Side = (typeof sides)[number];

/** The sizes of corner patterns, by side length. */
const sizes = [6, 9];

/** The corner sizes for a board: its sides must be at least half as long again. */
export const cornersOf = ({ width, height }: Pick<Board, "width" | "height">): number[] =>
  sizes.filter((size) => 2 * Math.min(width, height) >= 3 * size - 1);

/** The points of a corner of a grid. */
export function cornerPoints(
  { width, height }: Pick<Board, "width" | "height">,
  size: number,
  side: string,
): number[] {
  const left = side.endsWith("right") ? width - size : 0;
  const top = side.startsWith("bottom") ? height - size : 0;
  const points: number[] = [];
  for (let y = top; y < top + size; y++) for (let x = left; x < left + size; x++) points.push(y * width + x);
  return points;
}

/** The corner with most stones; the first of several. */
export function fullestCorner(
  board: Pick<Board, "width" | "height">,
  size: number,
  stones: ArrayLike<number>,
): Side {
  const count = (side: Side) => cornerPoints(board, size, side).filter((p) => stones[p]).length;
  return sides.reduce((best, side) => (count(side) > count(best) ? side : best));
}

/** The search in an address; null if it has no position. */
export function positionOf(from: LibraryStart): LibraryPosition | null {
  if (!from.board || !from.rules) return null;
  const { board, rules, stones, toPlay, side } = from;
  const position = { board, rules, stones, toPlay, moves: from.moves ? from.moves.split(".") : [] };
  const corner = Number(from.corner);
  return sizes.includes(corner) && sides.some((s) => s === side) ? { ...position, corner, side } : position;
}

/** The same as an address. */
export const addressed = (position: LibraryPosition): Partial<LibraryStart> => ({
  board: position.board,
  rules: position.rules,
  stones: position.stones,
  toPlay: position.toPlay,
  moves: position.moves.join("."),
  corner: position.corner ? String(position.corner) : "",
  side: position.side ?? "",
});

/** Results of 100 games with known results: wins of each side, and draws. */
interface Shares {
  known: number;
  black: number;
  draws: number;
  white: number;
}

export function sharesOf({ black, draws, white }: Pick<LibraryMove, "black" | "draws" | "white">): Shares {
  const known = black + draws + white;
  const share = (games: number) => (known > 0 ? Math.round((100 * games) / known) : 0);
  const [blacks, drawn] = [share(black), share(draws)];
  // Together they are 100.
  return { known, black: blacks, draws: drawn, white: known > 0 ? Math.max(0, 100 - blacks - drawn) : 0 };
}
