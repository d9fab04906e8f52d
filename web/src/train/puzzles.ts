// Which puzzle comes next.
import type { Puzzle } from "../wire.ts";

/**
 * The first puzzle after the one with that id that is not solved yet, or, where
 * all are, simply the next one; null where there is none at all.
 */
export function choosePuzzle(
  puzzles: readonly Puzzle[],
  solved: readonly string[],
  after: string,
): Puzzle | null {
  const at = puzzles.findIndex((p) => p.id === after);
  const inOrder = [...puzzles.slice(at + 1), ...puzzles.slice(0, at + 1)];
  return inOrder.find((p) => !solved.includes(p.id)) ?? inOrder[0] ?? null;
}
