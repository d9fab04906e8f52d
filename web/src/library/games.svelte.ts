// The games of a library that are like what is searched for: part by part, as far as somebody goes down.
import { sentence } from "../lib/server/api.ts";
import { searchLibrary } from "../lib/server/library.ts";
import type { LibraryGame, LibrarySearch } from "../wire.ts";

/** Games that are fetched at once. */
const PART = 100;
/** A short rest, so that typing asks once, in milliseconds. */
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

  /** Searches anew; at once where nothing was searched for yet. */
  search(search: LibrarySearch): void {
    clearTimeout(this.#timer);
    this.#asked++; // what is on its way is wanted no more
    this.#search = search;
    this.#next = "";
    this.busy = true;
    this.#timer = setTimeout(() => void this.#fetch([]), this.loaded ? REST : 0);
  }

  /** The next part, where there is one and none is on its way. */
  async goOn(): Promise<void> {
    if (this.more && !this.busy && !this.problem) await this.#fetch(this.list);
  }

  /** Searches again for the same. */
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

  /** A part may have no games although more follow. */
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
