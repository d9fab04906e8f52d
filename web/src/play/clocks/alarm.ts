// When to warn a player about the remaining time.

/** The times of warnings, in milliseconds until the player loses something. */
const marks = [10_000, 30_000, 60_000];

/** The mark with a sound. */
export const soundMark = 10_000;

/**
 * Watches one clock, and announces each mark once per turn: only if time passes it, not if a turn starts below it.
 */
export class Alarm {
  #turn = "";
  #before = 0;
  #told = new Set<number>();

  /** The lowest mark passed since the last call; 0 for none. */
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
