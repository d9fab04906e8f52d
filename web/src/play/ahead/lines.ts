// Lines of conditional moves, for players and for the server.

/** Reports whether one line is a prefix of another. */
const beginsWith = (line: readonly string[], start: readonly string[]): boolean =>
  start.every((move, i) => line[i] === move);

/** Lines with one added: it replaces lines that it extends, or that answer differently. */
export function withLine(lines: readonly (readonly string[])[], line: readonly string[]): string[][] {
  const kept = lines.filter((other) => !beginsWith(line, other) && !answersOtherwise(other, line));
  return [...kept, line].map((l) => [...l]);
}

/** Reports whether two lines with a common prefix first differ in a move of the player's own. */
export function answersOtherwise(one: readonly string[], other: readonly string[]): boolean {
  const at = one.findIndex((move, i) => move !== other[i]);
  return at >= 0 && at < other.length && at % 2 === 1;
}

/** The moves of a line in pairs: the opponent's move, and the answer. */
export function pairs(line: readonly string[]): { theirs: string; own: string }[] {
  const found: { theirs: string; own: string }[] = [];
  for (let i = 0; i < line.length; i += 2) found.push({ theirs: line[i] ?? "", own: line[i + 1] ?? "" });
  return found;
}
