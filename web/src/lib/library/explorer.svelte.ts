// The statistics of a position in the user's library: requested when the user stays at it, and cached for a while.
import type { LibraryExplored, LibraryPosition } from "../../wire.ts";
import { exploreLibrary } from "../server/library.ts";
import { sentence } from "../server/api.ts";

/** How long the user must stay at a position before the request, in milliseconds. */
const STAY = 250;
/** The interval between requests while the server still searches games. */
const AGAIN = 3000;
/** The number of cached answers, so that going back sends no requests. */
const KEPT = 40;

export class Explorer {
  found: LibraryExplored | null = $state.raw(null);
  busy = $state(false);
  problem = $state("");
  #ask: typeof exploreLibrary;
  #position: LibraryPosition | null = null;
  #key = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is shown of it
  #kept = new Map<string, LibraryExplored>();

  constructor(ask = exploreLibrary) {
    this.#ask = ask;
  }

  /** Looks up a position; null for none. The previous result is shown until then. */
  look(position: LibraryPosition | null): void {
    const key = position ? JSON.stringify(position) : "";
    if (key === this.#key) return;
    [this.#position, this.#key] = [position, key];
    clearTimeout(this.#timer);
    this.problem = "";
    const known = this.#kept.get(key);
    if (known || !position) {
      [this.found, this.busy] = [known ?? null, false];
      return;
    }
    this.busy = true;
    this.#timer = setTimeout(() => void this.#fetch(position, key), STAY);
  }

  /** The library has changed: the result is requested again. */
  forget(): void {
    this.#kept.clear();
    this.#key = "";
    if (this.#position) this.look(this.#position);
  }

  close(): void {
    clearTimeout(this.#timer);
    [this.#position, this.#key] = [null, ""];
  }

  async #fetch(position: LibraryPosition, key: string): Promise<void> {
    try {
      const found = await this.#ask(position);
      if (key !== this.#key) return;
      this.found = found;
      if (found.whole) this.#keep(key, found);
      else this.#timer = setTimeout(() => void this.#fetch(position, key), AGAIN);
    } catch (error) {
      if (key !== this.#key) return;
      this.found = null;
      this.problem = sentence(error instanceof Error ? error.message : String(error));
    }
    this.busy = false;
  }

  #keep(key: string, found: LibraryExplored): void {
    this.#kept.set(key, found);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
