// Which addresses the page has: one table for the page and for the server, which answers
// all others with 404.
import pages from "./pages.json";

const patterns = pages.map(split);

/** The parts of a path, without those that are empty. */
export function split(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

/** Whether there is a page at a path of these parts; a star in the table stands for any one. */
export function isKnown(parts: readonly string[]): boolean {
  return patterns.some(
    (pattern) =>
      pattern.length === parts.length && pattern.every((want, i) => want === "*" || want === parts[i]),
  );
}
