// Stones for the picture of a board, as if a game were going on.
import { BLACK, WHITE } from "../board/state.ts";
import type { Board } from "../wire.ts";

/** A share of the points that bears stones. */
const share = 0.3;

/** The same stones for the same board every time: near to each other, and each beside an empty point. */
export function scatteredStones(board: Board): Uint8Array {
  const points = board.coords.length;
  const around: number[][] = board.coords.map(() => []);
  for (const [a, b] of board.edges) {
    around[a]?.push(b);
    around[b]?.push(a);
  }
  const stones = new Uint8Array(points);
  const isFree = (p: number) => around[p]!.some((q) => stones[q] === 0);
  const next = dice(points + 7 * board.edges.length);
  let at = Math.floor(next() * points);
  for (let placed = 0, tries = 0; placed < share * points && tries < 20 * points; tries++) {
    const near = around[at]!;
    at =
      next() < 0.75 && near.length > 0
        ? near[Math.floor(next() * near.length)]!
        : Math.floor(next() * points);
    if (stones[at] !== 0) continue;
    stones[at] = placed % 2 === 0 ? BLACK : WHITE;
    if (isFree(at) && around[at]!.every((q) => stones[q] === 0 || isFree(q))) placed++;
    else stones[at] = 0;
  }
  return stones;
}

/** Numbers from 0 to 1 that look random, and are the same for the same seed. */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
