// Files for importing problems.

/** The maximum size of one import in bytes, all its files together. */
export const maxImport = 3 << 20;

/** The possible problem files in a folder, sorted by name. */
export function problemFiles<T extends { name: string; size: number }>(files: readonly T[]): T[] {
  return files
    .filter((f) => /\.(sgf|txt|jsonl|tsumego)$/i.test(f.name))
    .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
}
