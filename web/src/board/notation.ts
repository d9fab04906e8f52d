// Parses the server's notation of a board into the numbers that are drawn.
import type { Board } from "../wire.ts";
import { shownNames } from "./letters.ts";
import { BLACK, EMPTY, WHITE, type Stone } from "./state.ts";

const codes: Record<string, Stone> = { x: BLACK, o: WHITE };

/** "x.o" as one number per point. */
export function stonesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (c) => codes[c] ?? EMPTY);
}

export const stoneOf = (color: string): Stone =>
  color === "black" ? BLACK : color === "white" ? WHITE : EMPTY;

/**
 * The column, counted from 0, that a word names on a board whose stones fall: a number from 1, or the letter of its
 * points; -1 for none.
 */
export function findColumn(board: Board, word: string): number {
  const wanted = word.trim().toLowerCase();
  if (/^\d+$/.test(wanted)) return Number(wanted) <= board.width ? Number(wanted) - 1 : -1;
  return shownNames(board)
    .slice(0, board.width)
    .findIndex((n) => n.replace(/\d+$/, "").toLowerCase() === wanted);
}

/** The point with that name, ignoring case; -1 for none. */
export function findPoint(board: Board, name: string): number {
  const wanted = name.trim().toLowerCase();
  return shownNames(board).findIndex((n) => n.toLowerCase() === wanted);
}
