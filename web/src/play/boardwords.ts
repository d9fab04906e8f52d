// The board in words: every chain with its liberties, for screen readers.
import { chainAt } from "../board/chain.ts";
import { shownName, shownNames } from "../board/letters.ts";
import { EMPTY } from "../board/state.ts";
import type { Board } from "../wire.ts";

interface ChainWords {
  /** the names of its stones */
  stones: string[];
  liberties: number;
}

/** The chains of one colour (1 black, 2 white), those in danger first. */
export function chainsOf(board: Board, stones: Uint8Array, color: number): ChainWords[] {
  const seen = new Set<number>();
  const chains: ChainWords[] = [];
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] !== color || stones[p] === EMPTY || seen.has(p)) continue;
    const chain = chainAt(board, stones, p);
    if (!chain) continue;
    for (const s of chain.stones) seen.add(s);
    chains.push({
      stones: chain.stones.map((s) => shownName(board, s) || String(s)),
      liberties: chain.liberties.length,
    });
  }
  return chains.sort((a, b) => a.liberties - b.liberties);
}

/** The names of the points with stones of one colour (1 black, 2 white). */
export function stonesIn(board: Board, stones: Uint8Array, color: number): string[] {
  return shownNames(board).filter((_, point) => stones[point] === color);
}
