// Searches for an opponent, over a connection that is open while the search runs.
import { pairingPath } from "../lib/server/api.ts";
import { Connection, type ConnectionWorld } from "../lib/server/connection.ts";
import { refusalText } from "../lib/words/refusals.ts";
import { t } from "../text/text.ts";
import type { PairingReply, PairingRequest } from "../wire.ts";

/** The wish of a player. */
export type Wish = Omit<PairingRequest, "type">;

export class Pairing {
  /** whether a search is running */
  looking = $state(false);
  /** the number of players with the same wish; 0 if unknown */
  waiting = $state(0);
  problem = $state("");
  #line: Connection | null = null;
  #found: (game: string) => void;
  #world: ConnectionWorld | undefined;

  /** found is called with the id of the game. */
  constructor(found: (game: string) => void, world?: ConnectionWorld) {
    this.#found = found;
    this.#world = world;
  }

  /** Starts a search, in place of any other; after a lost connection it continues. */
  look(wish: Wish): void {
    this.stop();
    [this.looking, this.waiting, this.problem] = [true, 0, ""];
    const origin = location.origin.replace(/^http/, "ws");
    const line = new Connection(
      origin + pairingPath,
      {
        opened: () => line.send(JSON.stringify({ type: "seek", ...wish } satisfies PairingRequest)),
        closed: () => (this.waiting = 0),
        message: (data) => this.#receive(JSON.parse(data) as PairingReply),
        state: () => {},
      },
      this.#world,
    );
    this.#line = line;
  }

  stop(): void {
    this.#line?.close();
    this.#line = null;
    this.looking = false;
  }

  #receive(reply: PairingReply): void {
    if (reply.type === "waiting") this.waiting = reply.waiting;
    if (!["paired", "error", "stopped"].includes(reply.type)) return;
    this.stop();
    if (reply.type === "paired") this.#found(reply.game);
    else if (reply.type === "error")
      this.problem = reply.error ? refusalText(reply.error, reply.error.text) : "";
    else this.problem = t("home.quick.elsewhere");
  }
}
