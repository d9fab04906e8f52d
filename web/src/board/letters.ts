/**
 * How people call the points of a board. The server, records and addresses name the
 * columns of every grid without I, as Go does; players of Gomoku write all letters.
 * Pure.
 */
import type { Board } from "../wire";

/** A board with what people call its points, where that is not what the server calls them. */
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

/** The column, from 0, of the server's letters. */
const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => SERVERS.length * (column + 1) + SERVERS.indexOf(letter), -1);

/** The column of a name within a text of the server's, such as that of J8. */
const COLUMNS = new RegExp(`\\b[${SERVERS}]+(?=\\d+\\b)`, "g");

const withAll = (text: string): string => text.replace(COLUMNS, (letters) => lettersOf(columnOf(letters)));

/** The same copy at every look: another board is drawn anew. */
const copies = new WeakMap<Board, LetteredBoard>();

/**
 * The board as the players of a game call its points, who write "all" letters or none
 * but Go's. It keeps the server's names. Boards that are no plain grid have no columns.
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

/** What people call a point; "" where there is none. */
export const shownName = (board: LetteredBoard, point: number): string => shownNames(board)[point] ?? "";

/** Whether the columns that people call by letters have a J and no I, as Go's. */
export const isWithoutI = (board: LetteredBoard): boolean => {
  const has = (letter: string) => shownNames(board).some((name) => new RegExp(`^${letter}\\d`).test(name));
  return has("J") && !has("I");
};

/** A move, or a text of the server's in which there are some, as people write them: "pass" as it is. */
export const shownText = (board: LetteredBoard, text: string): string => (board.shown ? withAll(text) : text);

/** The same two for those who know no board, or none yet. */
export const pointNames = (board: LetteredBoard | null) => ({
  of: (point: number): string => (board ? shownName(board, point) : ""),
  text: (text: string): string => (board ? shownText(board, text) : text),
});
