// The layout of a tree of variations: moves from left to right, each variation in its own row below its parent's.
// Only the visible part is drawn: trees can be large.
import type { Tree, TreeNode } from "./tree.ts";

/** A variation: the nodes of a row, one a column. */
interface Run {
  nodes: readonly TreeNode[];
  /** the row of the node before the first one; the first run's own row */
  from: number;
}

export interface TreeLayout {
  runs: readonly Run[];
  columns: number;
  /** the row of each node; its column is its depth */
  rowOf: ReadonlyMap<TreeNode, number>;
}

/** A part of a drawing: columns and rows, each from the first to the one after the last. */
interface Part {
  columns: readonly [number, number];
  rows: readonly [number, number];
}

interface DrawnNode {
  node: TreeNode;
  column: number;
  row: number;
  /** the row of the node before it */
  from: number;
}

export function layoutTree({ root }: Pick<Tree, "root">): TreeLayout {
  const runs: Run[] = [];
  const rowOf = new Map<TreeNode, number>();
  const waiting: { first: TreeNode; from: number }[] = [{ first: root, from: 0 }];
  let columns = 1;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const row = runs.length;
    const nodes: TreeNode[] = [];
    for (let node: TreeNode | undefined = next.first; node; node = node.children[0]) {
      nodes.push(node);
      rowOf.set(node, row);
    }
    runs.push({ nodes, from: next.from });
    columns = Math.max(columns, next.first.depth + nodes.length);
    // The variations of the last node are drawn first: they are nearest to it, and lines do not cross.
    for (const node of nodes)
      for (let i = node.children.length - 1; i > 0; i--)
        waiting.push({ first: node.children[i]!, from: row });
  }
  return { runs, columns, rowOf };
}

/** All of a drawing. */
export const whole = ({ runs, columns }: TreeLayout): Part => ({
  columns: [0, columns],
  rows: [0, runs.length],
});

/** The nodes of a part. */
export function nodesIn({ runs }: TreeLayout, { columns, rows }: Part): DrawnNode[] {
  const drawn: DrawnNode[] = [];
  for (let row = Math.max(0, rows[0]); row < Math.min(rows[1], runs.length); row++) {
    const { nodes, from } = runs[row]!;
    const start = nodes[0]!.depth;
    for (let i = Math.max(0, columns[0] - start); i < Math.min(nodes.length, columns[1] - start); i++)
      drawn.push({ node: nodes[i]!, column: start + i, row, from: i > 0 ? row : from });
  }
  return drawn;
}

/** The lines from a node down to its last variation, if they cross a part: column, first and last row. */
export function linesIn({ runs }: TreeLayout, { columns, rows }: Part): [number, number, number][] {
  const lines = new Map<TreeNode, [number, number, number]>();
  for (let row = Math.max(1, rows[0]); row < runs.length; row++) {
    const { nodes, from } = runs[row]!;
    const { parent } = nodes[0]!;
    if (!parent || from >= rows[1] || parent.depth < columns[0] || parent.depth >= columns[1]) continue;
    lines.set(parent, [parent.depth, from, row]);
  }
  return [...lines.values()];
}

/** The node that an arrow key leads to; null for none. */
export function neighbourOf(layout: TreeLayout, current: TreeNode, key: string): TreeNode | null {
  if (key === "ArrowLeft") return current.parent;
  if (key === "ArrowRight") return current.latest ?? current.children[0] ?? null;
  if (key !== "ArrowUp" && key !== "ArrowDown") return null;
  const by = key === "ArrowDown" ? 1 : -1;
  const row = layout.rowOf.get(current);
  if (row === undefined) return null;
  for (let r = row + by; layout.runs[r]; r += by) {
    const { nodes } = layout.runs[r]!;
    const at = nodes[current.depth - nodes[0]!.depth];
    if (at) return at;
  }
  return null;
}
