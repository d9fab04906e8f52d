// Records that are not saved, kept by the browser until they are: a page may be closed by
// mistake. Each has a name of its own, so that one does not take another's place; no more
// than a few, and none larger than browsers like.
const KEY = "moyo.record";
const LARGEST = 1 << 20;
const MOST = 8;

/** The name of a draft that is to be made; later ones come later in the order of names. */
export const newDraft = (): string =>
  `${KEY}.${Date.now().toString(36).padStart(9, "0")}${Math.random().toString(36).slice(2, 8)}`;

export function keepDraft(name: string, text: string): void {
  if (text.length > LARGEST) return;
  try {
    localStorage.setItem(name, text);
    for (const old of drafts().slice(MOST)) localStorage.removeItem(old);
  } catch {
    // There is no room, or the browser keeps nothing: the warning before leaving is what is left.
  }
}

/** The names of the records that were not saved, the last one first. */
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

/** A record that was not saved; "" for none. */
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
    // Then there was none.
  }
}
