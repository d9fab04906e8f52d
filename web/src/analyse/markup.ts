// The marks of a record's nodes: how they are read and set.
import { labelOf, labelValue, linkOf, linkValue, pointsOf, valueOf } from "../lib/record/values.ts";
import { valuesOf, withProperty } from "../lib/variations/edits.ts";
import type { Property, TreeNode } from "../lib/variations/tree.ts";
import { BLACK, EMPTY, WHITE, type Arrow, type Drawn } from "../board/state.ts";
import type { Board } from "../wire.ts";

/** What a tool draws; letters and numbers are labels that count up by themselves. */
export type MarkTool = "triangle" | "square" | "circle" | "cross" | "letter" | "number";

/** What a tool draws from one point to another. */
export type LinkTool = "arrow" | "line";

const links = { arrow: "AR", line: "LN" } as const;
/** The maximum number of arrows and lines: more would be confusing. */
const MOST_LINKS = 200;

const ids = { triangle: "TR", square: "SQ", circle: "CR", cross: "MA" } as const;
const shapes = Object.keys(ids) as (keyof typeof ids)[];

type Marked = { properties: readonly Property[] };

/** The marks of a node. */
export function marksOf(board: Board, node: Marked): Drawn[] {
  const drawn: Drawn[] = shapes.flatMap((shape) =>
    pointsOf(board, valuesOf(node, ids[shape])).map((point) => ({ point, shape, label: "" })),
  );
  const labels = valuesOf(node, "LB").flatMap((value) => labelOf(board, value) ?? []);
  for (const [point, { label }] of new Map(labels.map((l) => [l.point, l])))
    drawn.push({ point, shape: "label", label });
  return drawn;
}

/** The arrows and lines of a node, each once. */
export function arrowsOf(board: Board, node: Marked): Arrow[] {
  const arrows = new Map<string, Arrow>();
  for (const tool of ["arrow", "line"] as const)
    for (const value of valuesOf(node, links[tool])) {
      const link = linkOf(board, value);
      if (link && arrows.size < MOST_LINKS)
        arrows.set(`${tool} ${keyOf(tool, link)}`, { ...link, head: tool === "arrow" });
    }
  return [...arrows.values()];
}

/** Identifies a link: a line has no direction. */
const keyOf = (tool: LinkTool, { from, to }: Pick<Arrow, "from" | "to">): string =>
  (tool === "line" && from > to ? [to, from] : [from, to]).join();

/** The properties of a node with an arrow or line added, or removed if it was there. */
export function withLink(
  board: Board,
  { properties }: Marked,
  tool: LinkTool,
  link: Pick<Arrow, "from" | "to">,
): readonly Property[] {
  const id = links[tool];
  const values = valuesOf({ properties }, id);
  const key = keyOf(tool, link);
  const left = values.filter((value) => {
    const other = linkOf(board, value);
    return !other || keyOf(tool, other) !== key;
  });
  const added = left.length < values.length ? [] : [linkValue(board, link.from, link.to)];
  return withProperty(properties, id, [...left, ...added]);
}

/** The points of a property that is inherited until another node sets it. */
function pointsUntil(board: Board, node: TreeNode, id: string): number[] {
  for (let n: TreeNode | null = node; n; n = n.parent) {
    const values = valuesOf(n, id);
    if (values.length > 0) return pointsOf(board, values);
  }
  return [];
}

/** The dimmed points at a node. */
export const dimmedOf = (board: Board, node: TreeNode): number[] => pointsUntil(board, node, "DD");

/** The part of the board to show from a node on; none for all of it. */
export const viewOf = (board: Board, node: TreeNode): number[] => pointsUntil(board, node, "VW");

/** The owner of each point that a node sets, null for the others. */
export function territoryOf(board: Board, node: Marked): Uint8Array | null {
  const owners = new Uint8Array(board.coords.length);
  const black = pointsOf(board, valuesOf(node, "TB"));
  const white = pointsOf(board, valuesOf(node, "TW"));
  for (const point of black) owners[point] = BLACK;
  for (const point of white) owners[point] = WHITE;
  return owners.some((o) => o !== EMPTY) ? owners : null;
}

/** The properties of a node with a mark added at a point, or removed if it was there. */
export function withMark(board: Board, node: Marked, tool: MarkTool, point: number): readonly Property[] {
  const marks = marksOf(board, node);
  const there = marks.filter((m) => m.point === point);
  const shape = tool === "letter" || tool === "number" ? "label" : tool;
  const off = there.some((m) => m.shape === shape && isOf(tool, m.label));
  let { properties } = node;
  for (const s of shapes) {
    if (!there.some((m) => m.shape === s)) continue;
    const left = pointsOf(board, valuesOf(node, ids[s])).filter((p) => p !== point);
    properties = withProperty(
      properties,
      ids[s],
      left.map((p) => valueOf(board, p)),
    );
  }
  const labels = valuesOf(node, "LB");
  const left = labels.filter((value) => labelOf(board, value)?.point !== point);
  if (left.length < labels.length) properties = withProperty(properties, "LB", left);
  if (off) return properties;
  const value = valueOf(board, point);
  if (shape !== "label")
    return withProperty(properties, ids[shape], [...valuesOf({ properties }, ids[shape]), value]);
  return withProperty(properties, "LB", [...left, labelValue(board, point, nextLabel(tool, marks))]);
}

const isOf = (tool: MarkTool, label: string): boolean =>
  tool === "letter" ? /^\D/.test(label) : tool === "number" ? /^\d/.test(label) : true;

/** The first free letter or number. */
function nextLabel(tool: MarkTool, marks: readonly Drawn[]): string {
  const taken = new Set(marks.map((m) => m.label));
  for (let i = 0; ; i++) {
    const label = tool === "number" || i >= 26 ? String(i + 1) : String.fromCharCode(65 + i);
    if (!taken.has(label)) return label;
  }
}
