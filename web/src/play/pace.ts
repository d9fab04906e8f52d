// The pace of an exchange of moves: a reply that comes at once would hide one's
// own stone. It waits until that has been seen for a moment, and so does all
// that comes after it, in order.
import type { ServerMessage } from "../wire.ts";

/** How long one's own stone is the last one, at least, in milliseconds. */
const SEEN_MS = 250;

/** How long the reply waits where nothing is painted, as behind another tab. */
const UNSEEN_MS = 2000;

interface Held {
  message: ServerMessage;
  /** when it came */
  at: number;
}

export class Pace {
  #deliver: (message: ServerMessage, at: number) => void;
  /** until when the other side's stones wait */
  #until = 0;
  #held: Held[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;

  constructor(deliver: (message: ServerMessage, at: number) => void) {
    this.#deliver = deliver;
  }

  /** The person has made a move. The page draws it before the next frame. */
  played(now: number): void {
    this.#until = now + UNSEEN_MS;
    cancelAnimationFrame(this.#frame);
    // When the frame after that one begins, the stone has been painted.
    this.#frame = requestAnimationFrame(() => {
      this.#frame = requestAnimationFrame(() => this.#painted(performance.now()));
    });
  }

  /** Hands a message on, now or when its time has come; `you` is the seat of the one who looks. */
  receive(message: ServerMessage, now: number, you = ""): void {
    const { event } = message;
    const reply = event?.kind === "moved" && event.by !== you && now < this.#until;
    if (this.#held.length === 0 && !reply) {
      this.#deliver(message, now);
      return;
    }
    this.#held.push({ message, at: now });
    if (this.#timer === undefined) this.#wait(now);
  }

  /** Hands on what waits, in the order in which it came. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { message, at } of this.#held.splice(0)) this.#deliver(message, at);
  }

  stop(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
  }

  #painted(now: number): void {
    this.#until = now + SEEN_MS;
    if (this.#held.length > 0) this.#wait(now);
  }

  #wait(now: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), this.#until - now);
  }
}
