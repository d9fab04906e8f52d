// A tournament, kept fresh by the server's stream of events.
import { ApiError } from "../lib/server/api.ts";
import { Stream } from "../lib/server/stream.ts";
import { actIn, eventsPath, getTournament } from "../lib/server/tournaments.ts";
import type { Tournament, TournamentAct } from "../wire.ts";

export class LiveTournament {
  now: Tournament | null = $state.raw(null);
  problem = $state("");
  /** there is none with this id */
  missing = $state(false);
  readonly #id: string;
  #stream: Stream | null = null;
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
      this.#take(await actIn(this.#id, act));
      this.problem = "";
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  /** A plain request first: it gives an error in words where there is one, and a guest's token. */
  async #open(): Promise<void> {
    try {
      this.#take(await getTournament(this.#id));
    } catch (error) {
      this.missing = error instanceof ApiError && error.status === 404;
      this.problem = error instanceof Error ? error.message : String(error);
      if (this.missing) return;
    }
    if (this.#closed) return;
    this.#stream = new Stream(eventsPath(this.#id), (data) => this.#take(JSON.parse(data) as Tournament));
  }

  /** The answer to an act can come after what the stream says of what followed from it: what is older is left. */
  #take(it: Tournament): void {
    if (!this.now) this.problem = ""; // it could not be had before
    if (!this.now || it.version >= this.now.version) this.now = it;
  }
}
