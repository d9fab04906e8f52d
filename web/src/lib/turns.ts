// Has no more than a few of many things go on at once: the others wait for their turn.

export class Turns {
  /** Games that are looked at for small pictures: each takes a connection of its own. */
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
      const next = this.#waiting.shift(); // which has this place now
      if (next) next();
      else this.#going--;
    }
  }
}
