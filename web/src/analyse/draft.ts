// A record that is not saved, kept by the browser until it is: it may be closed by
// mistake. One at a time, and no larger than browsers like.
const KEY = "moyo.record";
const LARGEST = 1 << 20;

export function keepDraft(text: string): void {
  if (text.length > LARGEST) return;
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // There is no room, or the browser keeps nothing: the warning before leaving is what is left.
  }
}

/** The record that was not saved; "" for none. */
export function draft(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

export function dropDraft(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Then there was none.
  }
}
