// Asks again and again for a game that goes on, while somebody looks: no connection is held for it.
import type { Embed } from "../wire.ts";

/** How long to wait in milliseconds: after news, and at most where nothing happens. */
const SOON = 3000;
const LATE = 15_000;

/** Resolves after so long; sooner where the page comes into view again, and not before it is in view. */
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

/** Tells what there is at an address whenever it has changed, for as long as `tell` says that more may follow. */
export async function poll(address: string, tell: (next: Embed) => boolean): Promise<void> {
  let known = "";
  for (let wait = SOON, more = true; more;) {
    await pause(wait);
    wait = Math.min(LATE, wait * 1.25);
    const text = await fetch(address)
      .then((answer) => (answer.ok ? answer.text() : known))
      .catch(() => known); // it will be there again
    if (text === known) continue;
    [known, wait] = [text, SOON];
    more = tell(JSON.parse(text) as Embed);
  }
}
