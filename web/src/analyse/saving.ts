// Saves a record as a file.
import type { TreeNode } from "../lib/variations/tree.ts";

/** A file name from parts such as names, without characters that file systems refuse. */
export function fileName(parts: readonly string[]): string {
  const name = parts
    .filter(Boolean)
    .join("-")
    .replace(/[^\p{L}\p{N}_-]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80);
  return (name || "record") + ".sgf";
}

/** The child index at each node from the root to a node, or to the end of its line. */
export function pathTo(node: TreeNode, line: boolean): number[] {
  const path: number[] = [];
  for (let n = node; n.parent; n = n.parent) path.push(n.parent.children.indexOf(n));
  path.reverse();
  for (let next = node.children[0]; line && next; next = next.children[0]) path.push(0);
  return path;
}

/** The node at such a path, or the last one on it that exists. */
export function nodeAt(root: TreeNode, path: readonly number[]): TreeNode {
  const next = root.children[path[0] ?? -1];
  return next ? nodeAt(next, path.slice(1)) : root;
}
