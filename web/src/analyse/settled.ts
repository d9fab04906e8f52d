/**
 * The first of the candidates, best first; but those that stand in a list which somebody is
 * walking through stay where they are, and what is new comes below them.
 */
export function settled<T extends { move: string }>(
  candidates: readonly T[],
  standing: readonly string[],
  most: number,
): T[] {
  const stay = standing.flatMap((move) => candidates.find((c) => c.move === move) ?? []);
  const fresh = candidates.filter((c) => !standing.includes(c.move));
  return [...stay, ...fresh].slice(0, most);
}
