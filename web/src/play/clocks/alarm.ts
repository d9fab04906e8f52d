// When to tell a player that their time runs short.

/** The times at which a player is told, in milliseconds until something is lost. */
const marks = [10_000, 30_000, 60_000];

/** The mark at which there is a sound as well. */
export const soundMark = 10_000;

/** Watches one clock, and tells each mark once a turn: only where it was passed, not where a turn begins below it. */
export class Alarm {
  #turn = "";
  #before = 0;
  #told = new Set<number>();

  /** The mark that was passed since the last look, the lowest of them; 0 for none. */
  look(turn: string, left: number): number {
    if (turn !== this.#turn) {
      this.#turn = turn;
      this.#told.clear();
      this.#before = left;
      return 0;
    }
    const passed = marks.filter((m) => left <= m && m < this.#before && !this.#told.has(m));
    this.#before = left;
    for (const m of passed) this.#told.add(m);
    return passed[0] ?? 0;
  }
}
