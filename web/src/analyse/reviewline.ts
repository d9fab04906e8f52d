// The line of a record that a review looks at, and what its result is worth to it.
import { branchOf } from "../lib/variations/edits.ts";
import type { TreeNode } from "../lib/variations/tree.ts";

/** Nodes one after the other: before the first move, and after each. */
export type Line = readonly TreeNode[];

/** The line through a node, on to its end: from where its position began to what the rules refuse. */
export function lineThrough(node: TreeNode): Line {
  let end = node;
  for (let next = end.children[0]; next && !next.setup && !next.anew; next = end.children[0]) end = next;
  const way = [end];
  for (let at = end; at.parent && !at.setup && !at.anew; at = at.parent) way.push(at.parent);
  const line: TreeNode[] = [];
  for (const at of way.reverse()) {
    if (at.refused) break;
    if (at.move || line.length === 0) line.push(at);
    // What follows on a move without being one belongs to the position after it.
    else line[line.length - 1] = at;
  }
  return line;
}

/** Whether a line is the game itself and no variation of it. */
export const isMain = (line: Line): boolean => !line.at(-1) || branchOf(line.at(-1)!) === null;

/** How much of a line is still there: so many of its nodes, from the first on. */
export function standing(line: Line): number {
  const gone = line.findIndex((node, i) => !isAttached(node, line[i - 1]));
  return gone < 0 ? line.length : gone;
}

/** Whether one gets to a node from another one before it. */
function isAttached(node: TreeNode, from: TreeNode | undefined): boolean {
  let at = node;
  while (at.parent && at !== from) {
    if (!at.parent.children.includes(at)) return false;
    at = at.parent;
  }
  return true;
}

/** Where on a line one is: the number of moves to the last of its nodes that leads to where one is. */
export function plyOn(line: Line, current: TreeNode): number {
  for (let at: TreeNode | null = current; at; at = at.parent) {
    const ply = line.indexOf(at);
    if (ply >= 0) return ply;
  }
  return 0;
}

/** Who has won, as a record's result says it; "" where it does not, and how. */
export function endOf(result: string): { winner: "" | "black" | "white"; resigned: boolean } {
  const [, side = "", how = ""] = /^([BW])\+(.*)$/i.exec(result.trim()) ?? [];
  const winner = side.toUpperCase() === "B" ? "black" : side ? "white" : "";
  return { winner, resigned: /^r/i.test(how) };
}
