// Opens records: from files, dropped or pasted text, and links.
import { readRecord, sentence } from "../lib/server/api.ts";
import type { GameRecord, RecordFile } from "../wire.ts";
import { t } from "../text/text.ts";

/** What the server opens. */
const LARGEST = 16 << 20;

export class Opening {
  busy = $state(false);
  problem = $state("");
  /** the games to choose from, if a file has several */
  file: RecordFile | null = $state.raw(null);
  #body: Blob | null = null;
  #opened: (record: GameRecord) => void;

  constructor(opened: (record: GameRecord) => void) {
    this.#opened = opened;
  }

  /** Opens what the user provides: its game, or a list if it has several. */
  async take(body: Blob): Promise<void> {
    this.file = null;
    this.problem = "";
    if (body.size > LARGEST) this.problem = t("analyse.open.large");
    else if (body.size === 0) this.problem = t("analyse.open.empty");
    else {
      this.#body = body;
      await this.#read(body, 0);
    }
  }

  /** Opens a game of the file, counted from 0. */
  async choose(game: number): Promise<void> {
    if (this.#body) await this.#read(this.#body, game, true);
  }

  close(): void {
    this.file = null;
    this.problem = "";
  }

  async #read(body: Blob, game: number, chosen = false): Promise<void> {
    this.busy = true;
    this.problem = "";
    try {
      const file = await readRecord(body, game);
      if (file.count > 1 && !chosen) this.file = file;
      else if (file.game) {
        this.file = null;
        this.#opened(file.game);
      } else this.problem = sentence(file.games[game]?.problem ?? t("analyse.open.none"));
    } catch (error) {
      this.problem = sentence(error instanceof Error ? error.message : String(error));
    }
    this.busy = false;
  }
}
