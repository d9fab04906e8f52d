// Searches a record: for other occurrences of the current position, and for nodes by their comments, moves and move
// numbers.
import { textOf } from "../lib/record/values.ts";
import { valuesOf } from "../lib/variations/edits.ts";
import type { TreeNode } from "../lib/variations/tree.ts";
import type { Board } from "../wire.ts";
import type { Positions } from "./positions.ts";

/** A match; turned: its position is a mirror image or a rotation. */
export interface Found {
  node: TreeNode;
  turned: boolean;
}

/** All nodes, parents first, the main line first. */
export function* nodesOf(root: TreeNode): Generator<TreeNode> {
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    for (let i = node.children.length - 1; i >= 0; i--) waiting.push(node.children[i]!);
  }
}

/**
 * The symmetries of a grid, as the image of each point; the identity comes first. The page knows none for other
 * boards; boards whose stones fall have one, left to right.
 */
export function symmetriesOf({ width, height, coords }: Board, falls: boolean): number[][] {
  const points = coords.map((_, p) => p);
  if (width === 0) return [points];
  const turned = (to: (x: number, y: number) => [x: number, y: number]): number[] =>
    points.map((p) => {
      const [x, y] = to(p % width, Math.floor(p / width));
      return y * width + x;
    });
  const [right, low] = [width - 1, height - 1];
  const ways = [points, turned((x, y) => [right - x, y])];
  if (falls) return ways;
  ways.push(
    turned((x, y) => [x, low - y]),
    turned((x, y) => [right - x, low - y]),
  );
  if (width === height)
    ways.push(
      turned((x, y) => [y, x]),
      turned((x, y) => [low - y, x]),
      turned((x, y) => [y, right - x]),
      turned((x, y) => [low - y, right - x]),
    );
  return ways;
}

const countsOf = (stones: Uint8Array): string => {
  const counts = [0, 0, 0];
  for (const stone of stones) counts[stone]!++;
  return counts.join();
};

/** The nodes with the same stones as one of them, that one included. */
export function samePosition(
  board: Board,
  positions: Positions,
  root: TreeNode,
  node: TreeNode,
  falls: boolean,
): Found[] {
  const wanted = positions.at(node);
  if (!wanted) return [];
  const ways = symmetriesOf(board, falls);
  const counts = countsOf(wanted);
  const found: Found[] = [];
  for (const other of nodesOf(root)) {
    // A pass does not change the position.
    if (other !== node && other.parent && other.changes?.length === 0) continue;
    const stones = positions.at(other);
    if (!stones || countsOf(stones) !== counts) continue;
    const way = ways.findIndex((to) => wanted.every((stone, p) => stones[to[p]!] === stone));
    if (way >= 0) found.push({ node: other, turned: way > 0 });
  }
  return found;
}

/** The nodes whose comment contains a text, or whose move or number it is; named: a move as people see it. */
export function withText(root: TreeNode, text: string, named: (move: string) => string): Found[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  const found: Found[] = [];
  for (const node of nodesOf(root)) {
    const isMove =
      node.move !== "" && (named(node.move).toLowerCase() === wanted || String(node.ply) === wanted);
    if (
      isMove ||
      textOf(valuesOf(node, "C")[0] ?? "")
        .toLowerCase()
        .includes(wanted)
    )
      found.push({ node, turned: false });
  }
  return found;
}
