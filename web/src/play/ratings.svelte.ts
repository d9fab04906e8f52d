// The rating changes of a rated game: the server has them shortly after the end.
import { getGameRatings } from "../lib/server/api.ts";
import type { SeatRating } from "../wire.ts";

/** The delays in milliseconds before the first and later requests. */
const rests = [300, 700, 2000, 5000, 15_000];

export class GameRatings {
  seats: readonly SeatRating[] = $state.raw([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Repeats the request until the server has an answer, up to a limit. */
  ask(id: string): void {
    this.close();
    this.#next(id, 0);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #next(id: string, tries: number): void {
    const rest = rests[tries];
    if (rest === undefined) return;
    this.#timer = setTimeout(() => {
      getGameRatings(id)
        .then((found) => {
          this.seats = found.seats;
          if (!found.done) this.#next(id, tries + 1);
        })
        .catch(() => this.#next(id, tries + 1));
    }, rest);
  }
}
