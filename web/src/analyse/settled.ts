/**
 * The first of the candidates, best first; but those that stand in a list which somebody is
 * walking through stay where they are, and what is new comes below them. Where they fill the
 * list the best candidate still gets a row of its own below them.
 */
export function settled<T extends { move: string }>(
  candidates: readonly T[],
  standing: readonly string[],
  most: number,
): T[] {
  const stay = standing.flatMap((move) => candidates.find((c) => c.move === move) ?? []);
  const fresh = candidates.filter((c) => !stay.includes(c));
  const best = fresh[0] && fresh[0] === candidates[0] ? 1 : 0;
  return [...stay, ...fresh.slice(0, Math.max(best, most - stay.length))];
}
