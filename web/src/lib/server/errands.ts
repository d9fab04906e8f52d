// Unanswered requests when the user leaves a page: browsers drop them then. The next page of the tab sends them again
// before any other request, so that it shows their effects. Only requests that the server may receive twice are
// errands.
export interface Errand {
  method: string;
  path: string;
  body: unknown;
}

/** Returns what is unanswered at the moment. */
type Source = () => readonly Errand[];

const key = "moyo.errands";
/** Older errands are no longer relevant, as in a tab that is reopened the next day; in milliseconds. */
const longest = 60_000;
const sources = new Set<Source>();

/** Calls a source whenever the user leaves the page, until the returned function is called. */
export function carry(source: Source): () => void {
  sources.add(source);
  return () => void sources.delete(source);
}

/** Leaves errands to the next page of this tab; false if they exceed the browser's storage. */
function leave(): boolean {
  const errands = [...sources].flatMap((source) => source());
  try {
    if (errands.length) sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), errands }));
    else sessionStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

/** What the previous page has left, once. */
export function takeErrands(): readonly Errand[] {
  try {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    const { at, errands } = JSON.parse(text ?? '{"at":0,"errands":[]}') as { at: number; errands: Errand[] };
    return Date.now() - at <= longest ? errands : [];
  } catch {
    return []; // no storage, or not written by this page
  }
}

if (typeof addEventListener === "function") {
  addEventListener("pagehide", leave);
  addEventListener("beforeunload", (e) => {
    if (!leave()) e.preventDefault(); // the browser asks the user whether to lose it
  });
}
