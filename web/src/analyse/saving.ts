// A record as a file of the person's.
import type { TreeNode } from "../lib/variations/tree.ts";

/** Fills in a file's name: what stands in it for people, without signs that file systems know. */
export function fileName(parts: readonly string[]): string {
  const name = parts
    .filter(Boolean)
    .join("-")
    .replace(/[^\p{L}\p{N}_-]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80);
  return (name || "record") + ".sgf";
}

/** Which child is taken from the root on to a node; to the end of its line where the line is wanted. */
export function pathTo(node: TreeNode, line: boolean): number[] {
  const path: number[] = [];
  for (let n = node; n.parent; n = n.parent) path.push(n.parent.children.indexOf(n));
  path.reverse();
  for (let next = node.children[0]; line && next; next = next.children[0]) path.push(0);
  return path;
}

/** The node that such a path leads to, as far as there is one. */
export function nodeAt(root: TreeNode, path: readonly number[]): TreeNode {
  const next = root.children[path[0] ?? -1];
  return next ? nodeAt(next, path.slice(1)) : root;
}
