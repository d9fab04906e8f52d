// A persistent WebSocket: it reconnects after a loss, with growing pauses, and detects by pings that the other side
// has silently gone.

export type ConnectionState = "connecting" | "open" | "lost";

interface ConnectionEvents {
  opened(): void;
  closed(): void;
  message(data: string): void;
  state(state: ConnectionState): void;
}

/** What a connection needs from its environment; tests pass their own. */
export interface ConnectionWorld {
  socket(url: string): WebSocket;
  after(ms: number, run: () => void): () => void;
  random(): number;
}

const browserWorld: ConnectionWorld = {
  socket: (url) => new WebSocket(url),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

const firstPause = 250;
const longestPause = 10_000;
const pingEvery = 15_000;
const silenceLimit = 10_000;
/**
 * A connection that is lost sooner does not reset the pauses: otherwise a failing server would get endless requests.
 */
const steadyAfter = 5_000;

export class Connection {
  #url: string;
  #events: ConnectionEvents;
  #world: ConnectionWorld;
  #socket: WebSocket | null = null;
  #tries = 0;
  #ended = false;
  #cancelTimer: () => void = () => {};
  #cancelSteady: () => void = () => {};

  constructor(url: string, events: ConnectionEvents, world: ConnectionWorld = browserWorld) {
    this.#url = url;
    this.#events = events;
    this.#world = world;
    this.#open();
  }

  send(data: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(data);
  }

  /** Retries immediately, such as when the browser says that it is online again. */
  retry(): void {
    if (this.#ended || this.#socket) return;
    this.#cancelTimer();
    this.#open();
  }

  close(): void {
    this.#ended = true;
    this.#cancelTimer();
    this.#cancelSteady();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #open(): void {
    const socket = this.#world.socket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#cancelSteady = this.#world.after(steadyAfter, () => (this.#tries = 0));
      this.#events.state("open");
      this.#events.opened();
      this.#listen();
    };
    socket.onmessage = (e: MessageEvent<string>) => {
      if (this.#socket !== socket) return;
      this.#listen();
      this.#events.message(e.data);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  /** Waits for silence, then sends a ping; if nothing comes back, the connection is dead. */
  #listen(): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#world.after(pingEvery, () => {
      this.send('{"type":"ping"}');
      this.#cancelTimer = this.#world.after(silenceLimit, () => {
        const dead = this.#socket;
        this.#lost();
        dead?.close(); // its own close event no longer counts
      });
    });
  }

  #lost(): void {
    this.#socket = null;
    this.#cancelTimer();
    this.#cancelSteady();
    this.#events.closed();
    if (this.#ended) return;
    this.#events.state("lost");
    const pause = Math.min(longestPause, firstPause * 2 ** this.#tries++);
    // A random part keeps many clients from reconnecting at the same instant.
    this.#cancelTimer = this.#world.after(pause * (0.75 + this.#world.random() / 2), () => this.#open());
  }
}
