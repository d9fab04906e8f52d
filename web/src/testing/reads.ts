/**
 * Counts reads. Code that reads the same data too many times fails by its count, on every machine; a read beyond the limit
 * throws immediately, as slow code might never end.
 */
export class Reads {
  #left: number;

  /** most: the maximum number of reads */
  constructor(readonly most: number) {
    this.#left = most;
  }

  get count(): number {
    return this.most - this.#left;
  }

  #read(): void {
    if (--this.#left < 0) throw new Error(`read more than ${this.most} times`);
  }

  /** A list that counts reads of its elements by index. */
  list<T extends ArrayLike<unknown>>(list: T): T {
    return new Proxy(list, {
      get: (target, key) => {
        if (typeof key === "string" && /^\d+$/.test(key)) this.#read();
        const value: unknown = Reflect.get(target, key);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
  }

  /** The object itself, with counted reads of the named properties. */
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
