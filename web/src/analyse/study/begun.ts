// What a study is begun with goes to its page once: where one was when one shared it.
let last: { study: string; path: readonly number[] } | null = null;

export function begin(study: string, path: readonly number[]): void {
  last = { study, path };
}

/** Where the study that one has just begun is to be opened; null for any other, and the second time. */
export function takeBegun(study: string): readonly number[] | null {
  if (last?.study !== study) return null;
  const { path } = last;
  last = null;
  return path;
}
