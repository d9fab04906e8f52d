// Lines of answers as a player sees them, and as the server is told.

/** Whether one line begins with all of another. */
const beginsWith = (line: readonly string[], start: readonly string[]): boolean =>
  start.every((move, i) => line[i] === move);

/** Lines with one more in them: it takes the place of those that it goes on from, or that answer otherwise. */
export function withLine(lines: readonly (readonly string[])[], line: readonly string[]): string[][] {
  const kept = lines.filter((other) => !beginsWith(line, other) && !answersOtherwise(other, line));
  return [...kept, line].map((l) => [...l]);
}

/** Whether two lines that are the same up to a move of the player's own differ in that. */
export function answersOtherwise(one: readonly string[], other: readonly string[]): boolean {
  const at = one.findIndex((move, i) => move !== other[i]);
  return at >= 0 && at < other.length && at % 2 === 1;
}

/** The moves of a line two by two: what the other player does, and the answer. */
export function pairs(line: readonly string[]): { theirs: string; own: string }[] {
  const found: { theirs: string; own: string }[] = [];
  for (let i = 0; i < line.length; i += 2) found.push({ theirs: line[i] ?? "", own: line[i + 1] ?? "" });
  return found;
}
