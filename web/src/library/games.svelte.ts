// The search results in a library: loaded part by part as the user scrolls down.
import { sentence } from "../lib/server/api.ts";
import { searchLibrary } from "../lib/server/library.ts";
import type { LibraryGame, LibrarySearch } from "../wire.ts";

/** The number of games per request. */
const PART = 100;
/** A short pause, so that typing causes one request, in milliseconds. */
const REST = 200;

export class Games {
  list: readonly LibraryGame[] = $state.raw([]);
  /** whether there are more */
  more = $state(false);
  loaded = $state(false);
  busy = $state(false);
  problem = $state("");
  #search: LibrarySearch = {};
  #next = "";
  #ask: typeof searchLibrary;
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask = searchLibrary) {
    this.#ask = ask;
  }

  /** Starts a new search; the first one immediately. */
  search(search: LibrarySearch): void {
    clearTimeout(this.#timer);
    this.#asked++; // the running request is obsolete
    this.#search = search;
    this.#next = "";
    this.busy = true;
    this.#timer = setTimeout(() => void this.#fetch([]), this.loaded ? REST : 0);
  }

  /** Loads the next part, unless all are loaded or a request is running. */
  async goOn(): Promise<void> {
    if (this.more && !this.busy && !this.problem) await this.#fetch(this.list);
  }

  /** Repeats the search. */
  refresh(): void {
    this.search(this.#search);
  }

  /** A game has been deleted. */
  drop(number: number): void {
    this.list = this.list.filter((game) => game.number !== number);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#asked++;
  }

  /** A part may be empty although more follow. */
  async #fetch(before: readonly LibraryGame[]): Promise<void> {
    const mine = ++this.#asked;
    this.busy = true;
    try {
      for (let some = 0; some === 0;) {
        const page = await this.#ask({ ...this.#search, after: this.#next, limit: PART });
        if (mine !== this.#asked) return;
        [this.#next, some] = [page.next, page.games.length];
        if (!page.next || some > 0) {
          this.list = [...before, ...page.games];
          break;
        }
      }
      [this.more, this.loaded, this.problem] = [this.#next !== "", true, ""];
    } catch (error) {
      if (mine !== this.#asked) return;
      this.problem = sentence(error instanceof Error ? error.message : String(error));
    }
    this.busy = false;
  }
}
