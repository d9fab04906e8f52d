// Distances between points.
import { graphOf, neighbours } from "../board/graph.ts";
import type { Board } from "../wire.ts";

/** The number of steps from one point to another, from neighbour to neighbour; 0 if they are not connected. */
export function stepsBetween(board: Board, from: number, to: number): number {
  const seen = new Set([from]);
  let ring = [from];
  for (let steps = 0; ring.length > 0; steps++) {
    if (ring.includes(to)) return steps;
    const next: number[] = [];
    for (const p of ring)
      for (const q of neighbours(graphOf(board), p))
        if (!seen.has(q)) {
          seen.add(q);
          next.push(q);
        }
    ring = next;
  }
  return 0;
}
