// How much of what a coach sees is said at once.
import type { CoachNote } from "../../wire.ts";

/** More than this nobody reads while playing. */
const MOST = 3;

/** Lines that the coach's place has room for, and letters in one of them on a narrow panel. */
const LINES = 5;
const LETTERS = 34;

/** The first notes, as many as are seen whole, and one at least. */
export function readable(notes: readonly CoachNote[]): CoachNote[] {
  let lines = 0;
  return notes.slice(0, MOST).filter(({ text }, i) => {
    lines += Math.ceil(text.length / LETTERS);
    return i === 0 || lines <= LINES;
  });
}
