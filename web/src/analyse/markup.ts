// The marks of a record's nodes: what is drawn of them, and how they are set.
import { labelOf, pointsOf, valueOf } from "../lib/record/values.ts";
import { valuesOf, withProperty } from "../lib/variations/edits.ts";
import type { Property } from "../lib/variations/tree.ts";
import { BLACK, EMPTY, WHITE, type Drawn } from "../board/state.ts";
import type { Board } from "../wire.ts";

/** What a tool draws; letters and numbers are labels that go on by themselves. */
export type MarkTool = "triangle" | "square" | "circle" | "cross" | "letter" | "number";

const ids = { triangle: "TR", square: "SQ", circle: "CR", cross: "MA" } as const;
const shapes = Object.keys(ids) as (keyof typeof ids)[];

type Marked = { properties: readonly Property[] };

/** The marks of a node. */
export function marksOf(board: Board, node: Marked): Drawn[] {
  const drawn: Drawn[] = shapes.flatMap((shape) =>
    pointsOf(board, valuesOf(node, ids[shape])).map((point) => ({ point, shape, label: "" })),
  );
  for (const value of valuesOf(node, "LB")) {
    const label = labelOf(board, value);
    if (label) drawn.push({ ...label, shape: "label" });
  }
  return drawn;
}

/** Whose each point is that a node says it of, null where it says nothing. */
export function territoryOf(board: Board, node: Marked): Uint8Array | null {
  const owners = new Uint8Array(board.coords.length);
  const black = pointsOf(board, valuesOf(node, "TB"));
  const white = pointsOf(board, valuesOf(node, "TW"));
  for (const point of black) owners[point] = BLACK;
  for (const point of white) owners[point] = WHITE;
  return owners.some((o) => o !== EMPTY) ? owners : null;
}

/** The properties of a node with another mark at a point: the same one again takes it off. */
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
  return withProperty(properties, "LB", [...left, `${value}:${nextLabel(tool, marks)}`]);
}

const isOf = (tool: MarkTool, label: string): boolean =>
  tool === "letter" ? /^\D/.test(label) : tool === "number" ? /^\d/.test(label) : true;

/** The first letter, or number, that is not there yet. */
function nextLabel(tool: MarkTool, marks: readonly Drawn[]): string {
  const taken = new Set(marks.map((m) => m.label));
  for (let i = 0; ; i++) {
    const label = tool === "number" || i >= 26 ? String(i + 1) : String.fromCharCode(65 + i);
    if (!taken.has(label)) return label;
  }
}
