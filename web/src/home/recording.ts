// A recorded game, replayed without its rules: the record says which stones each move captured.
import { BLACK, EMPTY, WHITE, type Stone } from "../board/state.ts";
import type { Board } from "../wire.ts";
import recorded from "./recording.json";

/** spec */
export const recordedBoard = recorded.board;

const moves = recorded.moves.split(" ").map((move) => move.split("x"));

export const recordedMoves = moves.length;

interface Position {
  /** one entry per point */
  stones: Uint8Array;
  /** point of the last move, -1 for none */
  last: number;
}

/** The position after a number of moves. */
export function positionAfter(board: Board, ply: number): Position {
  const stones = new Uint8Array(board.coords.length);
  let last = -1;
  moves.slice(0, ply).forEach(([name = "", ...taken], i) => {
    last = board.names.indexOf(name);
    const color: Stone = i % 2 === 0 ? BLACK : WHITE;
    if (last >= 0) stones[last] = color;
    for (const stone of taken) stones[board.names.indexOf(stone)] = EMPTY;
  });
  return { stones, last };
}
