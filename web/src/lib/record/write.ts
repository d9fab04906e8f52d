// Writes a tree of variations as a record in the Smart Game Format, FF[4], in UTF-8: like the server's package sgf,
// with all properties in their order.
import type { Board } from "../../wire.ts";
import type { Change, Property, TreeNode } from "../variations/tree.ts";
import { escaped, isGrid, valueOf } from "./values.ts";

/** Nodes per line, so that records stay readable. */
const PER_LINE = 10;

/** FF[4]'s numbers of the games in its list. */
const kinds: Record<string, string> = { weiqi: "1", atarigo: "1", gomoku: "4" };

/** The root of a new record: the board and the rules, as the server writes them. */
export function newRoot(board: Board, rules: string): Property[] {
  const [game = ""] = rules.split(":");
  const root: Property[] = [
    ["FF", "4"],
    ["CA", "UTF-8"],
    ["AP", "moyo"],
  ];
  if (isGrid(board)) {
    const { width, height } = board;
    root.push(["GM", kinds[game] ?? "0"], ["SZ", width === height ? `${width}` : `${width}:${height}`]);
  } else root.push(["GM", "0"], ["BD", escaped(board.spec)]);
  root.push(["RI", escaped(rules)]);
  if (game === "weiqi") {
    const komi = /[:,]komi=([^,]+)/.exec(rules)?.[1];
    const stones = /[:,]handicap=([^,]+)/.exec(rules)?.[1];
    if (komi) root.push(["KM", komi]);
    if (stones && stones !== "0") root.push(["HA", stones]);
  }
  return root;
}

/** Setup properties for placed and removed stones; toPlay: the side to move, "" if unset. */
export function setUpProperties(board: Board, changes: readonly Change[], toPlay: string): Property[] {
  const properties: Property[] = [];
  ["AE", "AB", "AW"].forEach((id, stone) => {
    const values = changes.filter(([, s]) => s === stone).map(([p]) => valueOf(board, p));
    if (values.length > 0) properties.push([id, ...values]);
  });
  if (toPlay) properties.push(["PL", toPlay === "black" ? "B" : "W"]);
  return properties;
}

/** A record as text; propertiesOf returns the properties of a node, if it has more than the tree holds. */
export function sgfText(
  root: TreeNode,
  propertiesOf: (node: TreeNode) => readonly Property[] = (node) => node.properties,
): string {
  const parts: string[] = [];
  const waiting: (TreeNode | ")")[] = [")", root];
  let column = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next === ")") {
      parts.push(next);
      continue;
    }
    const { parent, children } = next;
    if (!parent) parts.push("(");
    else if (parent.children.length > 1) {
      parts.push("\n(");
      column = 0;
    } else if (column === 0 || column >= PER_LINE) {
      parts.push("\n");
      column = 0;
    }
    parts.push(nodeText(propertiesOf(next)));
    column = parent ? column + 1 : 0;
    for (let i = children.length - 1; i >= 0; i--) {
      if (children.length > 1) waiting.push(")");
      waiting.push(children[i]!);
    }
  }
  return parts.join("") + "\n";
}

const nodeText = (properties: readonly Property[]): string =>
  ";" + properties.map(([id, ...values]) => `${id}${values.map((v) => `[${v}]`).join("")}`).join("");
