// Earlier positions of a game, for looking back. The server sends the moves and
// the stones as they are now; what lay between is played through again here.
// The result is checked against the server's stones, which alone count: where
// they differ, nothing is shown rather than something wrong.
import { chainAt } from "../board/chain.ts";
import { graphOf, neighbours } from "../board/graph.ts";
import { BLACK, EMPTY, WHITE } from "../board/state.ts";
import type { Board } from "../wire.ts";

export interface Position {
  stones: Uint8Array;
  /** point of the last stone placed, -1 for none */
  last: number;
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
