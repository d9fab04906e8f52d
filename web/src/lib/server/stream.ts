// Server-sent events. Browsers reconnect after a broken connection by themselves, but never after an error response,
// such as "too many": that is done here.

/** The pause before a refused stream is requested again, in milliseconds. */
export const AGAIN = 5000;

export class Stream {
  readonly #path: string;
  readonly #take: (data: string) => void;
  #source: EventSource;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** take receives the data of each event. */
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
