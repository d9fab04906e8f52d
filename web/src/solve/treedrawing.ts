// Where the nodes of a tree of variations lie when it is drawn: moves from left
// to right, each variation in a row of its own below the one that it leaves.
import type { TreeNode } from "../lib/variations/tree.ts";

interface DrawnNode {
  node: TreeNode;
  column: number;
  row: number;
  /** the row of the node before it */
  from: number;
}

export interface DrawnTree {
  nodes: DrawnNode[];
  columns: number;
  rows: number;
}

export function treeDrawing(root: TreeNode): DrawnTree {
  const nodes: DrawnNode[] = [];
  const waiting = [{ node: root, column: 0, from: 0, fresh: false }];
  let [rows, columns] = [1, 1];
  let row = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.fresh) row = rows++;
    nodes.push({ node: next.node, column: next.column, row, from: next.from });
    columns = Math.max(columns, next.column + 1);
    const at = { column: next.column + 1, from: row };
    next.node.children
      .map((node, i) => ({ node, ...at, fresh: i > 0 }))
      .reverse()
      .forEach((child) => waiting.push(child));
  }
  return { nodes, columns, rows };
}

/** The node that an arrow key leads to; null where there is none. */
export function neighbourOf(tree: DrawnTree, current: TreeNode, key: string): TreeNode | null {
  if (key === "ArrowLeft") return current.parent;
  if (key === "ArrowRight") return current.latest ?? current.children[0] ?? null;
  const at = tree.nodes.find((n) => n.node === current);
  if (!at || (key !== "ArrowUp" && key !== "ArrowDown")) return null;
  const column = tree.nodes.filter((n) => n.column === at.column).sort((a, b) => a.row - b.row);
  return column[column.indexOf(at) + (key === "ArrowDown" ? 1 : -1)]?.node ?? null;
}
