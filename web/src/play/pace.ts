// The pace of an exchange of moves: an immediate reply would hide the user's own stone. The reply waits until that
// has been visible for a moment, and so do all later messages, in order.
import type { ServerMessage } from "../wire.ts";

/** The minimum time that the user's own stone is the last one, in milliseconds. */
const SEEN_MS = 250;

/** How long the reply waits if nothing is painted, as in a background tab. */
const UNSEEN_MS = 2000;

interface Held {
  message: ServerMessage;
  /** its time of arrival */
  at: number;
}

export class Pace {
  #deliver: (message: ServerMessage, at: number) => void;
  /** until when the opponent's stones wait */
  #until = 0;
  #held: Held[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;

  constructor(deliver: (message: ServerMessage, at: number) => void) {
    this.#deliver = deliver;
  }

  /** The user has made a move. The page draws it before the next frame. */
  played(now: number): void {
    this.#until = now + UNSEEN_MS;
    cancelAnimationFrame(this.#frame);
    // When the frame after that one starts, the stone has been painted.
    this.#frame = requestAnimationFrame(() => {
      this.#frame = requestAnimationFrame(() => this.#painted(performance.now()));
    });
  }

  /** Delivers a message, now or at its time; `you` is the viewer's seat. */
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

  /** Delivers waiting messages, in the order of their arrival. */
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
