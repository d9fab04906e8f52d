// Selects the next puzzle.
import type { Puzzle } from "../wire.ts";

/**
 * The first unsolved puzzle after the one with that id or, if all are solved, simply the next one; null for an empty
 * list.
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
