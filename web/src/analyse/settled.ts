/**
 * The first candidates, best first. While the user moves through the list, its rows stay, and new candidates come
 * below them. If the list is full, a new best candidate still gets an extra row below.
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
