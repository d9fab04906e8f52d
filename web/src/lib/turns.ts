// Limits how many tasks run at the same time: the others wait for their turn.

export class Turns {
  /** Games for small pictures: each takes its own connection. */
  static readonly ofPictures = new Turns(4);

  readonly #most: number;
  #going = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  async take<T>(f: () => Promise<T>): Promise<T> {
    if (this.#going >= this.#most) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#going++;
    try {
      return await f();
    } finally {
      const next = this.#waiting.shift(); // which now has this slot
      if (next) next();
      else this.#going--;
    }
  }
}
