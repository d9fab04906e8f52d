// Passes the position at which the user started a study to its page, once.
let last: { study: string; path: readonly number[] } | null = null;

export function begin(study: string, path: readonly number[]): void {
  last = { study, path };
}

/** Where to open the study that the user has just made; null for other studies, and on a second call. */
export function takeBegun(study: string): readonly number[] | null {
  if (last?.study !== study) return null;
  const { path } = last;
  last = null;
  return path;
}
