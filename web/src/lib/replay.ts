// The record of a game: whose each move was, and earlier positions for looking
// back. The server sends the moves and
// the stones as they are now; what lay between is played through again here.
// The result is checked against the server's stones, which alone count: where
// they differ, nothing is shown rather than something wrong.
import { chainAt } from "../board/chain.ts";
import { graphOf, neighbours } from "../board/graph.ts";
import { BLACK, EMPTY, WHITE } from "../board/state.ts";
import type { Board } from "../wire.ts";
import { handicapOf, parseRules } from "./words.ts";

/** A move of the record; its colour is that of the stone, "" for a choice or an offer of the opening. */
export interface Recorded {
  ply: number;
  text: string;
  color: "black" | "white" | "";
}

/**
 * The moves of a game, each with its colour. In Go the sides take turns. Games in
 * which no stone leaves the board may have openings that do otherwise; there a
 * move has the colour of the stone that stands on its point. A point may come
 * twice, first as an offer of the opening: the stone is that of the last time.
 */
export function recordOf(board: Board, moves: readonly string[], now: Uint8Array, rules: string): Recorded[] {
  if (parseRules(rules).game === "weiqi") {
    const first = handicapOf(rules) > 0 ? 1 : 0;
    return moves.map((text, i) => ({ ply: i + 1, text, color: (i + first) % 2 === 0 ? "black" : "white" }));
  }
  const pointOf = new Map(board.names.map((name, point) => [name, point]));
  const last = new Map(moves.map((text, i) => [text, i]));
  const names = ["", "black", "white"] as const;
  return moves.map((text, i) => {
    const stone = last.get(text) === i ? (now[pointOf.get(text) ?? -1] ?? EMPTY) : EMPTY;
    return { ply: i + 1, text, color: names[stone] ?? "" };
  });
}

export interface Position {
  stones: Uint8Array;
  /** point of the last stone placed, -1 for none */
  last: number;
}

/**
 * The record in rows: Black's move and White's answer beside each other, and
 * choices, which are no side's, in rows of their own.
 */
export function rowsOf(moves: readonly Recorded[]): (Recorded | null)[][] {
  const rows: (Recorded | null)[][] = [];
  for (const move of moves) {
    const last = rows[rows.length - 1];
    if (move.color === "white" && last?.length === 1 && last[0]?.color === "black") last.push(move);
    else rows.push(move.color === "white" ? [null, move] : [move]);
  }
  return rows;
}

/** The positions of a game in which stones stay where they are, as those of positions(). */
export function placements(
  board: Board,
  moves: readonly string[],
  now: Uint8Array,
  rules: string,
): Position[] | null {
  const pointOf = new Map(board.names.map((name, point) => [name, point]));
  const all: Position[] = [{ stones: new Uint8Array(now.length), last: -1 }];
  for (const { text, color } of recordOf(board, moves, now, rules)) {
    const before = all[all.length - 1]!;
    const point = color ? (pointOf.get(text) ?? -1) : -1;
    if (point < 0) {
      all.push({ ...before, last: -1 });
      continue;
    }
    const stones = before.stones.slice();
    stones[point] = color === "black" ? BLACK : WHITE;
    all.push({ stones, last: point });
  }
  const end = all[all.length - 1]!.stones;
  return end.every((stone, point) => stone === now[point]) ? all : null;
}

/**
 * The position before every move, and the present one at the end; null where
 * the moves do not lead to the stones that are there now. Given is the number
 * of stones that Black had on the board at the start.
 */
export function positions(
  board: Board,
  moves: readonly string[],
  now: Uint8Array,
  given: number,
): Position[] | null {
  const pointOf = new Map(board.names.map((name, point) => [name, point]));
  const points = moves.map((move) => (move === "pass" ? -1 : pointOf.get(move)));
  if (points.some((p) => p === undefined)) return null;
  const played = points as number[];
  const start = given > 0 ? handicap(played, now) : new Uint8Array(now.length);
  // One that was taken meanwhile cannot be found again.
  if (start.filter((s) => s === BLACK).length !== given) return null;
  let color: number = given > 0 ? WHITE : BLACK;
  const all: Position[] = [{ stones: start, last: -1 }];
  for (const point of played) {
    const before = all[all.length - 1]!;
    all.push({ stones: place(board, before.stones, point, color), last: point });
    color = color === BLACK ? WHITE : BLACK;
  }
  const end = all[all.length - 1]!.stones;
  return end.every((stone, point) => stone === now[point]) ? all : null;
}

/** Stones that lie on the board although nobody played there: those given at the start. */
function handicap(played: readonly number[], now: Uint8Array): Uint8Array {
  const touched = new Set(played);
  return now.map((stone, point) => (stone === BLACK && !touched.has(point) ? BLACK : EMPTY));
}

/** The stones after one more; chains without liberties go, the other side's first. */
function place(board: Board, before: Uint8Array, point: number, color: number): Uint8Array {
  const stones = before.slice();
  if (point < 0) return stones;
  stones[point] = color;
  for (const beside of neighbours(graphOf(board), point))
    if (stones[beside] !== color) takeIfBreathless(board, stones, beside);
  takeIfBreathless(board, stones, point);
  return stones;
}

function takeIfBreathless(board: Board, stones: Uint8Array, point: number): void {
  const chain = chainAt(board, stones, point);
  if (chain?.liberties.length === 0) for (const s of chain.stones) stones[s] = EMPTY;
}
