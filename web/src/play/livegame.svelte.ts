// A game on the page: the state machine, its socket, and a reactive copy of their state.
import { ApiError, commandPath, finish, getGame, socketPath } from "../lib/server/api.ts";
import { messageInWords } from "../lib/words/sentences.ts";
import { Connection, type ConnectionState } from "../lib/server/connection.ts";
import { carry, type Errand } from "../lib/server/errands.ts";
import type { Event as GameEvent, Error as Refusal, ClientMessage, ServerMessage } from "../wire.ts";
import { GameMachine, type GameView } from "./machine.ts";
import { Pace } from "./pace.ts";

interface GameCallbacks {
  event?(event: GameEvent, before: GameView, after: GameView): void;
  refused?(error: Refusal, command: ClientMessage | null): void;
}

let commands = 0;
const session = Math.random().toString(36).slice(2, 10);

export class LiveGame {
  view: GameView | null = $state.raw(null);
  connection: ConnectionState = $state("connecting");
  /** why the game cannot be shown at all */
  missing = $state("");
  readonly machine: GameMachine;
  #line: Connection;
  #path: string;
  #carried = carry(() => this.#errands());
  #pace = new Pace((message, at) => this.machine.receive(message, at));

  constructor(id: string, callbacks: GameCallbacks) {
    this.#path = commandPath(id);
    const origin = location.origin.replace(/^http/, "ws");
    this.machine = new GameMachine(
      (message) => {
        if (message.type === "play") this.#pace.played(performance.now());
        this.#line.send(JSON.stringify(message));
      },
      () => `${session}-${++commands}`,
      {
        changed: (view) => (this.view = view),
        event: (event, before, after) => callbacks.event?.(event, before, after),
        refused: (error, command) => {
          callbacks.refused?.(error, command);
        },
      },
    );
    this.#line = new Connection(origin + socketPath(id), {
      opened: () => this.machine.opened(),
      closed: () => {
        this.#pace.flush();
        this.machine.closed();
      },
      message: (data) =>
        this.#pace.receive(
          messageInWords(JSON.parse(data) as ServerMessage),
          performance.now(),
          this.view?.you,
        ),
      state: (state) => {
        this.connection = state;
        if (state === "lost" && !this.view) void this.#ask(id);
      },
    });
  }

  /** A socket that does not open gives no reason; a plain request does. */
  async #ask(id: string): Promise<void> {
    try {
      await getGame(id);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) return; // it will be retried
      this.missing = error.message;
      this.#line.close();
    }
  }

  retry(): void {
    this.#line.retry();
  }

  /** Unanswered commands are sent once more, by requests: the socket may be lost. */
  close(): void {
    this.#pace.stop();
    this.#line.close();
    this.#carried();
    finish(this.#errands());
  }

  #errands(): Errand[] {
    return this.machine.unanswered.map((body) => ({ method: "POST", path: this.#path, body }));
  }
}
