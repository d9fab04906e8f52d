// Which of a browser's tabs listens to the server. Browsers open at most six connections to an unencrypted site, so
// one tab listens for all: it holds a lease in the browser's storage and renews it, and another tab takes over when
// it expires.

export interface Lease {
  id: string;
  /** milliseconds since 1970 */
  until: number;
}

/** Where tabs of one browser share a lease. */
interface Shelf {
  read: () => Lease | null;
  write: (lease: Lease | null) => void;
}

/** Longer than a background tab may sleep between two checks: a minute. */
const HELD = 75_000;

/** The interval of a tab's checks. */
export const LOOK = 5_000;

export class Lead {
  #id: string;
  #shelf: Shelf;

  constructor(id: string, shelf: Shelf) {
    this.#id = id;
    this.#shelf = shelf;
  }

  /** Takes the lead if it is free, or keeps it; reports whether this tab has it. */
  hold(now: number): boolean {
    const lease = this.#shelf.read();
    // A lease further in the future than any tab writes is from before the clock was set back.
    if (lease && lease.id !== this.#id && lease.until > now && lease.until <= now + HELD) return false;
    this.#shelf.write({ id: this.#id, until: now + HELD });
    return true;
  }

  /** Releases the lead. */
  leave(): void {
    if (this.#shelf.read()?.id === this.#id) this.#shelf.write(null);
  }
}
