/**
 * What people call the points of a board. The server, records and addresses name the columns of every grid without I,
 * as Go does; Gomoku players use all letters. Pure.
 */
import type { Board } from "../wire";

/** A board with people's names for its points, if they differ from the server's. */
export interface LetteredBoard extends Board {
  shown?: readonly string[];
}

/** Without I. */
const SERVERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const ALL = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The letters of a column, from 0: A to Z, then AA, AB and so on. */
function lettersOf(column: number): string {
  const last = ALL[column % ALL.length] ?? "";
  return column < ALL.length ? last : lettersOf(Math.floor(column / ALL.length) - 1) + last;
}

/** The column, counted from 0, of the server's letters. */
const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => SERVERS.length * (column + 1) + SERVERS.indexOf(letter), -1);

/** The column in a point's name within a text of the server's, such as J8. */
const COLUMNS = new RegExp(`\\b[${SERVERS}]+(?=\\d+\\b)`, "g");

const withAll = (text: string): string => text.replace(COLUMNS, (letters) => lettersOf(columnOf(letters)));

/** Always the same copy: a different board would be drawn again. */
const copies = new WeakMap<Board, LetteredBoard>();

/**
 * The board with the names that players of the game use, with "all" letters or Go's. It keeps the server's names.
 * Boards other than plain grids have no columns.
 */
export function lettered(board: Board, letters: string): LetteredBoard {
  if (letters !== "all" || board.width === 0) return board;
  let copy = copies.get(board);
  if (!copy) {
    copy = { ...board, shown: board.names.map(withAll) };
    copies.set(board, copy);
  }
  return copy;
}

/** What people call the points, in the order of the server's names. */
export const shownNames = (board: LetteredBoard): readonly string[] => board.shown ?? board.names;

/** What people call a point; "" if it does not exist. */
export const shownName = (board: LetteredBoard, point: number): string => shownNames(board)[point] ?? "";

/** Reports whether the column letters have a J and no I, as Go's. */
export const isWithoutI = (board: LetteredBoard): boolean => {
  const has = (letter: string) => shownNames(board).some((name) => new RegExp(`^${letter}\\d`).test(name));
  return has("J") && !has("I");
};

/** A move, or a text of the server's with moves in it, as people write them; "pass" stays. */
export const shownText = (board: LetteredBoard, text: string): string => (board.shown ? withAll(text) : text);

/** The same two for callers that have no board, or none yet. */
export const pointNames = (board: LetteredBoard | null) => ({
  of: (point: number): string => (board ? shownName(board, point) : ""),
  text: (text: string): string => (board ? shownText(board, text) : text),
});
