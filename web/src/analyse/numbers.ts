// The numbers of moves on their stones.
import { EMPTY, type Drawn } from "../board/state.ts";
import { stoneOf } from "../board/notation.ts";
import type { TreeNode } from "../lib/variations/tree.ts";
import type { Board } from "../wire.ts";

/** On no stone, on the last one, on all, or from a node on, counted from there. */
export type Numbering = "none" | "last" | "all" | "here";

const cache = new WeakMap<Board, ReadonlyMap<string, number>>();

/** The points of a board by their names; computed once. */
function pointsOf(board: Board): ReadonlyMap<string, number> {
  let points = cache.get(board);
  if (!points) {
    points = new Map(board.names.map((name, p) => [name, p]));
    cache.set(board, points);
  }
  return points;
}

/** The numbers on stones that are still where a move placed them, except on stones with a mark. */
export function numbersOn(
  board: Board,
  stones: Uint8Array,
  marks: readonly Drawn[],
  current: TreeNode,
  numbering: Numbering,
  here: TreeNode | null,
): Drawn[] {
  if (numbering === "none") return [];
  const from = numbering === "here" && isBefore(here, current) ? here : null;
  const points = pointsOf(board);
  const marked = new Set(marks.map((m) => m.point));
  const seen = new Set<number>();
  const drawn: Drawn[] = [];
  for (let n: TreeNode | null = current; n && n !== from; n = n.parent) {
    const point = points.get(n.move);
    if (point === undefined || seen.has(point)) continue;
    seen.add(point);
    if (
      !marked.has(point) &&
      stones[point] !== EMPTY &&
      (n.color === "" || stones[point] === stoneOf(n.color))
    )
      drawn.push({ point, shape: "label", label: String(n.ply - (from?.ply ?? 0)) });
    if (numbering === "last") break;
  }
  return drawn;
}

function isBefore(node: TreeNode | null, current: TreeNode): boolean {
  for (let n: TreeNode | null = current; n; n = n.parent) if (n === node) return true;
  return false;
}
