// Which of a browser's pages listens to the server. Browsers open no more than six
// connections to a site that is not encrypted, so one page listens for all: it
// holds a lease in the browser's store, renews it, and others take it over when it
// runs out.

export interface Lease {
  id: string;
  /** milliseconds since 1970 */
  until: number;
}

/** Where pages of one browser leave each other a lease. */
interface Shelf {
  read: () => Lease | null;
  write: (lease: Lease | null) => void;
}

/** Longer than a page in the background may sleep between two looks: a minute. */
const HELD = 75_000;

/** How often a page looks. */
export const LOOK = 5_000;

export class Lead {
  #id: string;
  #shelf: Shelf;

  constructor(id: string, shelf: Shelf) {
    this.#id = id;
    this.#shelf = shelf;
  }

  /** Takes the lead where it is free, or keeps it; says whether this page has it. */
  hold(now: number): boolean {
    const lease = this.#shelf.read();
    // A lease from further ahead than any page writes is from before the clock was set back.
    if (lease && lease.id !== this.#id && lease.until > now && lease.until <= now + HELD) return false;
    this.#shelf.write({ id: this.#id, until: now + HELD });
    return true;
  }

  /** Leaves the lead to others. */
  leave(): void {
    if (this.#shelf.read()?.id === this.#id) this.#shelf.write(null);
  }
}
