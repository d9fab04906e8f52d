// The tree of a record that the server has parsed.
import type { GameRecord } from "../../wire.ts";
import { Tree, type Made, type TreeNode } from "../variations/tree.ts";

/** The tree of a game with all its variations; the current node is the root. */
export function treeOf({ nodes }: Pick<GameRecord, "nodes">): Tree {
  const made: TreeNode[] = [];
  const start = { stones: "", toPlay: "", moves: [] };
  const tree = new Tree(start, nodes[0] && known(nodes[0]));
  for (const node of nodes) {
    const parent = made[node.parent];
    const next = parent ? tree.make(parent, node.move ?? "", known(node)) : tree.root;
    parent?.children.push(next);
    made.push(next);
  }
  return tree;
}

/** The properties of a node in a record. */
export const known = (node: GameRecord["nodes"][number]): Made => ({
  properties: node.properties,
  color: node.color ?? "",
  toPlay: node.toPlay,
  anew: node.anew ?? false,
  refused: node.refused ?? "",
  changes: node.changes ?? [],
});
