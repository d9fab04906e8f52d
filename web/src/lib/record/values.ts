// Property values of the Smart Game Format: text with its escapes, and points. The server parses records; this is for
// what the page shows and edits.
import type { Board } from "../../wire.ts";

/** The longest side of a board whose points FF[4] writes as letters. */
const MOST = 52;
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Reports whether points are written as letters, and not by name. */
export const isGrid = ({ width, height }: Pick<Board, "width" | "height">): boolean =>
  width > 0 && width <= MOST && height <= MOST;

/** Text as a value: backslashes and closing brackets escaped. */
export const escaped = (text: string): string => text.replace(/[\\\]]/g, "\\$&");

/** A value as text: escapes resolved, and escaped line breaks removed. */
export const textOf = (raw: string): string =>
  raw
    .replace(/\r\n|\n\r|\r/g, "\n")
    .replace(/[\t\v\f]/g, " ")
    .replace(/\\([^])/g, (_, c: string) => (c === "\n" ? "" : c));

/** A value that is a single line. */
export const lineOf = (raw: string): string => textOf(raw).replace(/\n/g, " ").trim();

/** A point as a value; "" for a pass. */
export function valueOf(board: Board, point: number): string {
  if (point < 0) return "";
  if (!isGrid(board)) return escaped(board.names[point] ?? "");
  return letters.charAt(point % board.width) + letters.charAt(Math.floor(point / board.width));
}

/** The point of a value; -1 if it is not a point. */
export function pointOf(board: Board, raw: string): number {
  if (!isGrid(board)) return board.names.indexOf(lineOf(raw));
  const { width, height } = board;
  let text = raw.trim();
  if (text.length !== 2) return -1;
  if (width <= 26 && height <= 26) text = text.toLowerCase(); // capitals have no other meaning there
  const [x, y] = [letters.indexOf(text.charAt(0)), letters.indexOf(text.charAt(1))];
  return x >= 0 && x < width && y >= 0 && y < height ? y * width + x : -1;
}

/** The points of a list, each once; on grids "aa:cc" is a rectangle. Invalid points are left out. */
export function pointsOf(board: Board, values: readonly string[]): number[] {
  const points = new Set<number>();
  for (const value of values) {
    const [from = "", to] = isGrid(board) ? value.split(":") : [value];
    const first = pointOf(board, from);
    const last = to === undefined ? first : pointOf(board, to);
    if (first < 0 || last < 0) continue;
    if (first === last) {
      points.add(first);
      continue;
    }
    const { width } = board;
    const [left, right] = [first % width, last % width].sort((a, b) => a - b) as [number, number];
    const [top, bottom] = [Math.floor(first / width), Math.floor(last / width)].sort((a, b) => a - b) as [
      number,
      number,
    ];
    for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) points.add(y * width + x);
  }
  return [...points];
}

/** A point as a part of a value: a colon in its name is escaped. */
const partOf = (board: Board, point: number): string => valueOf(board, point).replaceAll(":", "\\:");

/** The two parts of a value, at its first colon that is not escaped. */
function partsOf(value: string): [first: string, second: string] {
  const colon = /^((?:[^\\:]|\\[^])*):([^]*)$/.exec(value);
  return [colon?.[1] ?? "", colon?.[2] ?? ""];
}

/** A point and a text, such as "dd:A"; null without a point. */
export function labelOf(board: Board, value: string): { point: number; label: string } | null {
  const [at, label] = partsOf(value);
  const point = pointOf(board, at);
  return point < 0 ? null : { point, label: lineOf(label) };
}

/** A point and a text as a value. */
export const labelValue = (board: Board, point: number, label: string): string =>
  `${partOf(board, point)}:${escaped(label)}`;

/** From one point to another, such as "dd:pd"; null if one of them is missing, or both are equal. */
export function linkOf(board: Board, value: string): { from: number; to: number } | null {
  const [from, to] = partsOf(value).map((part) => pointOf(board, part)) as [number, number];
  return from < 0 || to < 0 || from === to ? null : { from, to };
}

/** From one point to another as a value. */
export const linkValue = (board: Board, from: number, to: number): string =>
  `${partOf(board, from)}:${partOf(board, to)}`;
