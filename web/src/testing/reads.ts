/**
 * Counts how often things are read. Code that looks again at what it has seen fails by its count, on every machine; what is
 * read more often than is allowed throws at once, as slow code might never end.
 */
export class Reads {
  #left: number;

  /** most: how many reads are allowed */
  constructor(readonly most: number) {
    this.#left = most;
  }

  get count(): number {
    return this.most - this.#left;
  }

  #read(): void {
    if (--this.#left < 0) throw new Error(`read more than ${this.most} times`);
  }

  /** A list whose elements are counted when they are read by their index. */
  list<T extends ArrayLike<unknown>>(list: T): T {
    return new Proxy(list, {
      get: (target, key) => {
        if (typeof key === "string" && /^\d+$/.test(key)) this.#read();
        const value: unknown = Reflect.get(target, key);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
  }

  /** The object itself, whose properties of those names are counted when they are read. */
  of<T extends object>(object: T, ...names: (keyof T)[]): T {
    for (const name of names) {
      let value = object[name];
      Object.defineProperty(object, name, {
        get: () => (this.#read(), value),
        set: (next: typeof value) => (value = next),
        configurable: true,
        enumerable: true,
      });
    }
    return object;
  }
}
