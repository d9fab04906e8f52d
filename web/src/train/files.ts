// The files that problems are imported from.

/** The most bytes that one import may have, of all its files together. */
export const maxImport = 3 << 20;

/** The files of a folder that may hold problems, in the order of their names. */
export function problemFiles<T extends { name: string; size: number }>(files: readonly T[]): T[] {
  return files
    .filter((f) => /\.(sgf|txt|jsonl|tsumego)$/i.test(f.name))
    .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
}
