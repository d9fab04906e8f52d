// Polls for a running game while the page is visible: it holds no connection.
import type { Embed } from "../wire.ts";

/** The interval in milliseconds: after news, and at most when nothing happens. */
const SOON = 3000;
const LATE = 15_000;

/** Resolves after the time; earlier if the page becomes visible again, and never while it is hidden. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      if (document.hidden) return;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    document.addEventListener("visibilitychange", done);
  });
}

/** Delivers the content of an address whenever it has changed, as long as `tell` returns that more may follow. */
export async function poll(address: string, tell: (next: Embed) => boolean): Promise<void> {
  let known = "";
  for (let wait = SOON, more = true; more;) {
    await pause(wait);
    wait = Math.min(LATE, wait * 1.25);
    const text = await fetch(address)
      .then((answer) => (answer.ok ? answer.text() : known))
      .catch(() => known); // it is probably temporary
    if (text === known) continue;
    [known, wait] = [text, SOON];
    more = tell(JSON.parse(text) as Embed);
  }
}
