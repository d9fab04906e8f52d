// The range of ranks of an exam's problems.

/** From the weakest to the strongest. */
export const ranks: readonly string[] = [
  ...Array.from({ length: 30 }, (_, i) => `${30 - i}k`),
  ...Array.from({ length: 9 }, (_, i) => `${i + 1}d`),
];

/** Two ranks, the weaker one first. */
export const inOrder = (one: string, other: string): [from: string, to: string] =>
  ranks.indexOf(one) > ranks.indexOf(other) ? [other, one] : [one, other];
