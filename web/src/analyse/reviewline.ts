// The line of a record that a review analyses, and the result as the record states it.
import { branchOf } from "../lib/variations/edits.ts";
import type { TreeNode } from "../lib/variations/tree.ts";

/** Consecutive nodes: before the first move, and after each. */
export type Line = readonly TreeNode[];

/** The line through a node, to its end: from where its position began to the first illegal move. */
export function lineThrough(node: TreeNode): Line {
  let end = node;
  for (let next = end.children[0]; next && !next.setup && !next.anew; next = end.children[0]) end = next;
  const way = [end];
  for (let at = end; at.parent && !at.setup && !at.anew; at = at.parent) way.push(at.parent);
  const line: TreeNode[] = [];
  for (const at of way.reverse()) {
    if (at.refused) break;
    if (at.move || line.length === 0) line.push(at);
    // A node without a move belongs to the position before it.
    else line[line.length - 1] = at;
  }
  return line;
}

/** Reports whether a line is the game itself and not a variation. */
export const isMain = (line: Line): boolean => !line.at(-1) || branchOf(line.at(-1)!) === null;

/** The length of the prefix of a line that still exists, in nodes. */
export function standing(line: Line): number {
  const gone = line.findIndex((node, i) => !isAttached(node, line[i - 1]));
  return gone < 0 ? line.length : gone;
}

/** Reports whether a node descends from another one. */
function isAttached(node: TreeNode, from: TreeNode | undefined): boolean {
  let at = node;
  while (at.parent && at !== from) {
    if (!at.parent.children.includes(at)) return false;
    at = at.parent;
  }
  return true;
}

/** The current place on a line: the number of moves to the last of its nodes above the current node. */
export function plyOn(line: Line, current: TreeNode): number {
  for (let at: TreeNode | null = current; at; at = at.parent) {
    const ply = line.indexOf(at);
    if (ply >= 0) return ply;
  }
  return 0;
}

/** The winner by a record's result, and how; "" if unknown. */
export function endOf(result: string): { winner: "" | "black" | "white"; resigned: boolean } {
  const [, side = "", how = ""] = /^([BW])\+(.*)$/i.exec(result.trim()) ?? [];
  const winner = side.toUpperCase() === "B" ? "black" : side ? "white" : "";
  return { winner, resigned: /^r/i.test(how) };
}
