// The record of a game: the colour of each move, and earlier positions for looking back. The server sends the current
// stones, the moves, and the stones that left the board with each of them; from these the moves are taken back.
import { shownText } from "../board/letters.ts";
import { BLACK, EMPTY, WHITE } from "../board/state.ts";
import { handicapOf } from "../lib/games/rules.ts";
import type { Board, Stone } from "../wire.ts";

/** A move of the record; its colour is that of the stone, "" for a choice or an offer of the opening. */
export interface Recorded {
  ply: number;
  /** counts stones and passes from 1; 0 for choices and offers of the opening, which have no number */
  number: number;
  /** as people write it */
  text: string;
  color: "black" | "white" | "";
}

/**
 * The moves of a game, each with its colour. In games with captures the sides alternate. Games without captures may
 * have openings that do not; there a move has the colour of the stone on its point. A point may occur twice, first as
 * an offer of the opening: the last one is the stone.
 */
export function recordOf(
  board: Board,
  moves: readonly string[],
  now: Uint8Array,
  rules: string,
  takes: boolean,
): Recorded[] {
  const shown = (move: string): string => shownText(board, move);
  if (takes) {
    const first = handicapOf(rules) > 0 ? 1 : 0;
    return moves.map((move, i) => ({
      ply: i + 1,
      number: i + 1,
      text: shown(move),
      color: (i + first) % 2 === 0 ? "black" : "white",
    }));
  }
  const pointOf = new Map(board.names.map((name, point) => [name, point]));
  const last = new Map(moves.map((move, i) => [move, i]));
  const names = ["", "black", "white"] as const;
  let number = 0;
  return moves.map((move, i) => {
    const stone = last.get(move) === i ? (now[pointOf.get(move) ?? -1] ?? EMPTY) : EMPTY;
    const counts = stone !== EMPTY || move === "pass";
    return { ply: i + 1, number: counts ? ++number : 0, text: shown(move), color: names[stone] ?? "" };
  });
}

/** The number of stones and passes among the first moves of a record. */
export const numberAt = (moves: readonly Recorded[], ply: number): number =>
  moves.slice(0, ply).findLast((move) => move.number > 0)?.number ?? 0;

export interface Position {
  stones: Uint8Array;
  /** point of the last stone placed, -1 for none and after a pass */
  last: number;
}

/**
 * The record in rows: a move of the side that began beside its answer, and choices, which belong to no side, in their
 * own rows.
 */
export function rowsOf(moves: readonly Recorded[]): (Recorded | null)[][] {
  const rows: (Recorded | null)[][] = [];
  const first = moves.find((move) => move.color !== "")?.color;
  for (const move of moves) {
    const last = rows[rows.length - 1];
    const answer = move.color !== "" && move.color !== first;
    if (answer && last?.length === 1 && last[0]?.color === first) last.push(move);
    else rows.push(answer ? [null, move] : [move]);
  }
  return rows;
}

/**
 * The position before every move, and the current one at the end: computed by taking the moves back one after the
 * other. Taken are the stones that left the board with each move. Null if their number differs from that of the
 * moves.
 */
export function positions(
  board: Board,
  moves: readonly string[],
  now: Uint8Array,
  taken: readonly (readonly Stone[])[],
): Position[] | null {
  if (taken.length !== moves.length) return null;
  const pointOf = new Map(board.names.map((name, point) => [name, point]));
  const all: { stones: Uint8Array; last: number | null }[] = [];
  let after = now;
  for (let i = moves.length - 1; i >= 0; i--) {
    const point = pointOf.get(moves[i]!) ?? -1;
    const before = after.slice();
    // A point offered in an opening is empty; so is that of a stone that filled its own last liberty.
    const placed = point >= 0 && (after[point] !== EMPTY || taken[i]!.length > 0);
    if (placed) before[point] = EMPTY;
    for (const stone of taken[i]!) before[stone.point] = stone.color === "black" ? BLACK : WHITE;
    all.push({ stones: after, last: placed ? point : moves[i] === "pass" ? -1 : null });
    after = before;
  }
  // A choice or an offer of the opening does not move the mark.
  let last = -1;
  const first = { stones: after, last };
  return [first, ...all.reverse().map((at) => ({ stones: at.stones, last: (last = at.last ?? last) }))];
}
