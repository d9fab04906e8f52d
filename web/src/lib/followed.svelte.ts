// Something of the server's that changes, kept fresh by its stream of events.
import { ApiError } from "./server/api.ts";
import { Stream } from "./server/stream.ts";

export class Followed<T extends { version: number }> {
  now: T | null = $state.raw(null);
  problem = $state("");
  /** there is none with this id, or not for whoever looks */
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

  /** Does something, whose answer is what is there then. What is wrong with that is said in problem. */
  async act(answer: Promise<T>): Promise<boolean> {
    try {
      this.#take(await answer);
      this.problem = "";
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
    return this.problem === "";
  }

  /** A plain request first: it gives an error in words where there is one, and a guest's token. */
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

  /** The answer to an act can come after what the stream says of what followed from it: what is older is left. */
  #take(it: T): void {
    if (!this.now) this.problem = ""; // it could not be had before
    if (!this.now || it.version >= this.now.version) this.now = it;
  }
}
