// Limits how many of a coach's remarks are shown together.

/** More would be too much to read during a game. */
const MOST = 3;

/** The coach's room in lines, and letters per line on a narrow panel. */
const LINES = 5;
const LETTERS = 34;

/** The first remarks, as many as fit completely, and at least one. */
export function readable<Note>(notes: readonly Note[], said: (note: Note) => string): Note[] {
  let lines = 0;
  return notes.slice(0, MOST).filter((note, i) => {
    lines += Math.ceil(said(note).length / LETTERS);
    return i === 0 || lines <= LINES;
  });
}
