/** Chains and liberties for display. */
import type { Board } from "../wire";
import { graphOf, neighbours } from "./graph";
import { EMPTY, type Highlight } from "./state";

/** The chain of the stone on `point` and its liberties, both in ascending order; null if the point is empty. */
export function chainAt(board: Board, stones: Uint8Array, point: number): Highlight | null {
  const colour = stones[point];
  if (colour === undefined || colour === EMPTY) return null;
  const graph = graphOf(board);
  const seen = new Set<number>([point]);
  const chain = [point];
  const liberties: number[] = [];
  for (const stone of chain) {
    for (const next of neighbours(graph, stone)) {
      if (seen.has(next)) continue;
      if (stones[next] === colour) chain.push(next);
      else if (stones[next] === EMPTY) liberties.push(next);
      else continue;
      seen.add(next);
    }
  }
  const ascending = (a: number, b: number) => a - b;
  return { point, stones: chain.sort(ascending), liberties: liberties.sort(ascending) };
}
