// The selected game: loaded when the user stays at it, and replayed move by move.
import { readRecord, sentence } from "../lib/server/api.ts";
import { getLibraryRecord } from "../lib/server/library.ts";
import { t } from "../text/text.ts";
import type { GameRecord, LibraryGame } from "../wire.ts";
import { mainLine, type Step } from "./walk.ts";

/** How long the user must stay at a game before it is loaded, in milliseconds. */
const STAY = 120;

const fetchRecord = async (number: number): Promise<GameRecord> => {
  const { game, games } = await readRecord(await getLibraryRecord(number), 0);
  if (!game) throw new Error(games[0]?.problem ?? t("library.game.unread"));
  return game;
};

export class Showing {
  game: LibraryGame | null = $state.raw(null);
  record: GameRecord | null = $state.raw(null);
  steps: readonly Step[] = $state.raw([]);
  at = $state(0);
  problem = $state("");
  #fetch: typeof fetchRecord;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(fetch = fetchRecord) {
    this.#fetch = fetch;
  }

  /** Another game; the previous one disappears immediately. */
  show(game: LibraryGame | null): void {
    if (game && game.number === this.game?.number) return this.#again(game);
    clearTimeout(this.#timer);
    this.game = game;
    this.record = null;
    this.steps = [];
    this.problem = "";
    if (game) this.#timer = setTimeout(() => void this.#load(game), STAY);
  }

  /** Goes some moves back (below 0) or forward. */
  step(by: number): void {
    this.at = Math.max(0, Math.min(this.steps.length - 1, this.at + by));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.game = null;
  }

  /** The same game in another list: goes to the position of the new search. */
  #again(game: LibraryGame): void {
    const elsewhere = game.at !== this.game?.at;
    this.game = game;
    if (elsewhere) this.#begin();
  }

  /** The move of the searched position, or the end of the game. */
  #begin(): void {
    this.at = Math.max(0, Math.min(this.game?.at ?? Infinity, this.steps.length - 1));
  }

  async #load(game: LibraryGame): Promise<void> {
    try {
      const record = await this.#fetch(game.number);
      if (this.game?.number !== game.number) return;
      this.steps = mainLine(record);
      this.#begin();
      this.record = record;
    } catch (error) {
      if (this.game?.number === game.number)
        this.problem = sentence(error instanceof Error ? error.message : String(error));
    }
  }
}
