// A tournament, kept fresh by the server's stream of events.
import { ApiError } from "../lib/server/api.ts";
import { actIn, eventsPath, getTournament } from "../lib/server/tournaments.ts";
import type { Tournament, TournamentAct } from "../wire.ts";

export class LiveTournament {
  now: Tournament | null = $state.raw(null);
  problem = $state("");
  /** there is none with this id */
  missing = $state(false);
  readonly #id: string;
  #stream: EventSource | null = null;
  #closed = false;

  constructor(id: string) {
    this.#id = id;
    void this.#open();
  }

  close(): void {
    this.#closed = true;
    this.#stream?.close();
  }

  /** Does something in it. What is wrong with that is said in problem. */
  async act(act: TournamentAct): Promise<void> {
    try {
      this.now = await actIn(this.#id, act);
      this.problem = "";
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  /** A plain request first: it gives an error in words where there is one, and a guest's token. */
  async #open(): Promise<void> {
    try {
      this.now = await getTournament(this.#id);
    } catch (error) {
      this.missing = error instanceof ApiError && error.status === 404;
      this.problem = error instanceof Error ? error.message : String(error);
      if (this.missing) return;
    }
    if (this.#closed) return;
    this.#stream = new EventSource(eventsPath(this.#id));
    this.#stream.onmessage = (e: MessageEvent<string>) => (this.now = JSON.parse(e.data) as Tournament);
  }
}
