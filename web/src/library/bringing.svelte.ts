// Imports games, file after file, and collects the results.
import { ApiError, sentence } from "../lib/server/api.ts";
import { importFile } from "../lib/server/library.ts";
import { refusalText } from "../lib/words/refusals.ts";
import { t } from "../text/text.ts";
import type { LibraryImport, LibraryRefusal } from "../wire.ts";
import type { Brought, Gathered } from "./gathered.ts";
import { zip } from "./zip.ts";

/** The server's limit for one request. */
const LARGEST = 16 << 20;
/** The limits for many small files in one request: their size, and their number. */
const PARCEL = 8 << 20;
const MOST_IN_PARCEL = 4000;
/** The maximum number of listed reasons. */
const TOLD = 50;
/** How long to wait when the server is busy, in milliseconds, and how many times. */
const PAUSE = 2000;
const PATIENCE = 10;

/** Files of one request. */
type Parcel = readonly Brought[];

const isArchive = ({ name }: Brought): boolean => /\.zip$/i.test(name);

/** The files in parcels: archives and large files alone, small ones together. */
export function parcelsOf(files: readonly Brought[]): Parcel[] {
  const parcels: Brought[][] = [];
  let [open, size]: [Brought[] | null, number] = [null, 0];
  for (const file of files) {
    const alone = isArchive(file) || file.file.size > PARCEL;
    if (alone) parcels.push([file]);
    else if (open && size + file.file.size <= PARCEL && open.length < MOST_IN_PARCEL) {
      open.push(file);
      size += file.file.size;
    } else {
      [open, size] = [[file], file.file.size];
      parcels.push(open);
    }
  }
  return parcels;
}

/** The name of a parcel: its file, the common folder, or its first file and the number of others. */
export function nameOf(parcel: Parcel): string {
  const first = parcel[0]?.name ?? "";
  if (parcel.length < 2) return first;
  const folder = first.includes("/") ? first.slice(0, first.indexOf("/") + 1) : "";
  if (folder && parcel.every(({ name }) => name.startsWith(folder))) return folder.slice(0, -1);
  return t("library.bring.several", { name: first, count: parcel.length - 1 });
}

/** The requests to the server; tests pass their own. */
interface World {
  send: typeof importFile;
  pause: (ms: number) => Promise<void>;
}

const world: World = {
  send: importFile,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

export class Bringing {
  busy = $state(false);
  stopping = $state(false);
  /** whether there is something to report */
  told = $state(false);
  files = $state(0);
  done = $state(0);
  current = $state("");
  added = $state(0);
  known = $state(0);
  refused = $state(0);
  repaired = $state(0);
  aside = $state(0);
  reasons: readonly LibraryRefusal[] = $state.raw([]);
  repairs: readonly LibraryRefusal[] = $state.raw([]);
  problem = $state("");
  /** the last file that added something */
  file = $state(0);
  #world: World;
  #changed: () => void;

  /** changed: called whenever games have been added. */
  constructor(changed: () => void, does: World = world) {
    this.#changed = changed;
    this.#world = does;
  }

  /** Imports files; does nothing while an import is running. */
  async take({ files, aside }: Gathered): Promise<void> {
    if (this.busy) return;
    this.#begin(files.length, aside);
    if (files.length === 0) this.problem = t("library.bring.none");
    for (const parcel of parcelsOf(files)) {
      if (this.stopping || this.problem) break;
      await this.#bring(parcel);
      this.done += parcel.length;
    }
    if (this.stopping && !this.problem) this.problem = t("library.bring.stopped");
    [this.busy, this.stopping, this.current] = [false, false, ""];
    this.#changed();
  }

  /** Stops after the current request. */
  stop(): void {
    this.stopping = this.busy;
  }

  /** The user has seen the report. */
  close(): void {
    if (!this.busy) this.told = false;
  }

  #begin(files: number, aside: number): void {
    Object.assign(this, { busy: true, stopping: false, told: true, files, done: 0, current: "" });
    Object.assign(this, { added: 0, known: 0, refused: 0, aside, reasons: [], problem: "", file: 0 });
    Object.assign(this, { repaired: 0, repairs: [] });
  }

  async #bring(parcel: Parcel): Promise<void> {
    const name = nameOf(parcel);
    this.current = name;
    const body = await this.#bodyOf(parcel);
    if (!body) return;
    try {
      const aside = this.aside;
      for (let from = 0, file = 0; ;) {
        const answer = await this.#send(name, body, from, file);
        this.#note(answer, parcel.length > 1 ? "" : name);
        // For an archive the server counts them from the start.
        this.aside = aside + answer.skipped;
        if (answer.next <= from || this.stopping || this.problem) return;
        [from, file] = [answer.next, answer.file || file];
      }
    } catch (error) {
      this.problem = sentence(error instanceof Error ? error.message : String(error));
    }
  }

  /** The body of a request; null if it cannot be read. */
  async #bodyOf(parcel: Parcel): Promise<Blob | null> {
    const [only] = parcel;
    if (parcel.length === 1 && only) {
      if (only.file.size <= LARGEST) return only.file;
      this.#refuse(only.name, t("library.bring.large"));
      return null;
    }
    const read = await Promise.all(
      parcel.map(async ({ name, file }) => {
        try {
          return { name, bytes: new Uint8Array(await file.arrayBuffer()) };
        } catch (error) {
          // The file was moved or changed after it was chosen.
          this.#refuse(name, t("library.bring.unread", { problem: String(error) }));
          return null;
        }
      }),
    );
    const entries = read.filter((entry) => entry !== null);
    return entries.length > 0 ? zip(entries) : null;
  }

  async #send(name: string, body: Blob, from: number, file: number): Promise<LibraryImport> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.#world.send(name, body, from, file);
      } catch (error) {
        const busy = error instanceof ApiError && (error.status === 429 || error.status === 503);
        if (!busy || tries >= PATIENCE || this.stopping) throw error;
        await this.#world.pause(PAUSE);
      }
    }
  }

  /** name: of the common file. */
  #note(answer: LibraryImport, name: string): void {
    this.added += answer.added;
    this.known += answer.known;
    this.refused += answer.refused;
    if (answer.file > 0) this.file = answer.file;
    this.repaired += answer.repaired;
    const named = (r: LibraryRefusal) => (r.file ? r : { ...r, file: name });
    this.reasons = [...this.reasons, ...answer.reasons.map(named)].slice(0, TOLD);
    this.repairs = [...this.repairs, ...answer.repairs.map(named)].slice(0, TOLD);
    if (answer.problem) this.problem = sentence(refusalText(answer, answer.problem));
    if (answer.added > 0) this.#changed();
  }

  #refuse(file: string, reason: string): void {
    this.refused++;
    if (this.reasons.length < TOLD) this.reasons = [...this.reasons, { file, line: 0, reason }];
  }
}
