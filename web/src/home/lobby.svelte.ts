// The lists of games, kept up to date by the server's event stream.
import { getLobby, lobbyPath } from "../lib/server/api.ts";
import { Stream } from "../lib/server/stream.ts";
import type { Lobby } from "../wire.ts";

export class LiveLobby {
  lists: Lobby | null = $state.raw(null);
  problem = $state("");
  /** when the first lists are loaded, or not available */
  readonly arrived: Promise<void>;
  #stream: Stream | null = null;
  #closed = false;

  constructor() {
    this.arrived = this.#open();
  }

  close(): void {
    this.#closed = true;
    this.#stream?.close();
  }

  /** A plain request first: it returns an error text if it fails, and a guest's token. */
  async #open(): Promise<void> {
    try {
      this.#take(await getLobby());
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
    if (this.#closed) return;
    // Each message has the changed lists.
    this.#stream = new Stream(lobbyPath, (data) => this.#take(JSON.parse(data) as Partial<Lobby>));
  }

  #take(lists: Partial<Lobby>): void {
    const none = { mine: [], challenges: [], open: [], running: [], finished: [], live: [] };
    this.lists = { ...none, ...this.lists, ...lists };
    this.problem = "";
  }
}
