// Stones for the picture of a board, as in a running game.
import { BLACK, WHITE } from "../board/state.ts";
import type { Board } from "../wire.ts";

/** The share of points with stones. */
const share = 0.3;

/** Always the same stones for a board: near to each other, and each beside an empty point. */
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

/** Pseudorandom numbers from 0 to 1, the same for the same seed. */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
