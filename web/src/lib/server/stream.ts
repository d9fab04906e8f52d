// What the server tells as it changes, as server-sent events. Browsers come back to a line that was
// cut by themselves, but never after an answer that is an error, such as "too many": that is done here.

/** Before a stream that was refused is asked for again, in milliseconds. */
export const AGAIN = 5000;

export class Stream {
  readonly #path: string;
  readonly #take: (data: string) => void;
  #source: EventSource;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** take gets the data of each event. */
  constructor(path: string, take: (data: string) => void) {
    this.#path = path;
    this.#take = take;
    this.#source = this.#open();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#source.close();
  }

  #open(): EventSource {
    const source = new EventSource(this.#path);
    source.onmessage = (e: MessageEvent<string>) => this.#take(e.data);
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;
      this.#timer = setTimeout(() => (this.#source = this.#open()), AGAIN);
    };
    return source;
  }
}
