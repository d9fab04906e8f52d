// How much of what a coach sees is said at once.

/** More than this nobody reads while playing. */
const MOST = 3;

/** Lines that the coach's place has room for, and letters in one of them on a narrow panel. */
const LINES = 5;
const LETTERS = 34;

/** The first notes, as many as are seen whole once they are said, and one at least. */
export function readable<Note>(notes: readonly Note[], said: (note: Note) => string): Note[] {
  let lines = 0;
  return notes.slice(0, MOST).filter((note, i) => {
    lines += Math.ceil(said(note).length / LETTERS);
    return i === 0 || lines <= LINES;
  });
}
