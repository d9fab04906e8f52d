// What the server was asked to do and has not answered when somebody leaves the page: browsers drop it then. The
// next page of the tab asks again before it asks for anything else, so that it shows what came of it. Only what
// may reach the server twice is an errand.
export interface Errand {
  method: string;
  path: string;
  body: unknown;
}

/** Says what has not been answered at the moment. */
type Source = () => readonly Errand[];

const key = "moyo.errands";
/** What is older nobody waits for any more, as in a tab that comes back the next day; in milliseconds. */
const longest = 60_000;
const sources = new Set<Source>();

/** Has a source asked whenever the page is left, until what is returned is called. */
export function carry(source: Source): () => void {
  sources.add(source);
  return () => void sources.delete(source);
}

/** Leaves it to the next page of this tab; false where there is more than the browser keeps. */
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

/** What the page before this one has left, once. */
export function takeErrands(): readonly Errand[] {
  try {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    const { at, errands } = JSON.parse(text ?? '{"at":0,"errands":[]}') as { at: number; errands: Errand[] };
    return Date.now() - at <= longest ? errands : [];
  } catch {
    return []; // no storage, or not what this page has written
  }
}

if (typeof addEventListener === "function") {
  addEventListener("pagehide", leave);
  addEventListener("beforeunload", (e) => {
    if (!leave()) e.preventDefault(); // people are asked whether they want to lose it
  });
}
