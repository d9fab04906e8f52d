// Unsaved records, which the browser keeps until they are saved: the user may close the page by mistake. Each has its
// own name, so none replaces another; there are only a few, within the browser's size limits.
const KEY = "moyo.record";
const LARGEST = 1 << 20;
const MOST = 8;

/** The name of a new draft; names sort by time. */
export const newDraft = (): string =>
  `${KEY}.${Date.now().toString(36).padStart(9, "0")}${Math.random().toString(36).slice(2, 8)}`;

export function keepDraft(name: string, text: string): void {
  if (text.length > LARGEST) return;
  try {
    localStorage.setItem(name, text);
    for (const old of drafts().slice(MOST)) localStorage.removeItem(old);
  } catch {
    // Storage is full or disabled: only the warning before leaving remains.
  }
}

/** The names of the unsaved records, the newest first. */
export function drafts(): string[] {
  try {
    const names = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? "");
    return names
      .filter((name) => name === KEY || name.startsWith(`${KEY}.`))
      .sort()
      .reverse();
  } catch {
    return [];
  }
}

/** An unsaved record; "" if it does not exist. */
export function draft(name: string): string {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

export function dropDraft(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Then it did not exist.
  }
}
