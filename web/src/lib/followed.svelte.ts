// A resource on the server that changes, kept up to date by its event stream.
import { ApiError } from "./server/api.ts";
import { Stream } from "./server/stream.ts";

export class Followed<T extends { version: number }> {
  now: T | null = $state.raw(null);
  problem = $state("");
  /** it does not exist, or the user may not see it */
  missing = $state(false);
  readonly #get: () => Promise<T>;
  readonly #events: string;
  #stream: Stream | null = null;
  #closed = false;

  constructor(get: () => Promise<T>, events: string) {
    this.#get = get;
    this.#events = events;
    void this.#open();
  }

  close(): void {
    this.#closed = true;
    this.#stream?.close();
  }

  /** Runs an action that returns the new state. An error is stored in problem. */
  async act(answer: Promise<T>): Promise<boolean> {
    try {
      this.#take(await answer);
      this.problem = "";
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
    return this.problem === "";
  }

  /** A plain request first: it returns an error text if it fails, and a guest's token. */
  async #open(): Promise<void> {
    try {
      this.#take(await this.#get());
    } catch (error) {
      this.missing = error instanceof ApiError && [401, 403, 404].includes(error.status);
      this.problem = error instanceof Error ? error.message : String(error);
      if (this.missing) return;
    }
    if (this.#closed) return;
    this.#stream = new Stream(this.#events, (data) => this.#take(JSON.parse(data) as T));
  }

  /** The answer to an action may come after the stream's events about its effects: older states are dropped. */
  #take(it: T): void {
    if (!this.now) this.problem = ""; // it was not available before
    if (!this.now || it.version >= this.now.version) this.now = it;
  }
}
