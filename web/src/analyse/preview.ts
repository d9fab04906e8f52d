// A preview of a line on the board, move by move.
import { stillness } from "../board/motion.ts";

/** The pause between two moves, in milliseconds. */
const STEP = 350;

export class Preview {
  readonly #show: (moves: readonly string[] | null) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown = false;

  /** show: shows the moves on the board, or removes the line with null */
  constructor(show: (moves: readonly string[] | null) => void) {
    this.#show = show;
  }

  /** Shows a line; immediately if the user prefers reduced motion. */
  begin(line: readonly string[], atOnce = stillness()): void {
    this.end();
    this.#lay(line, atOnce ? line.length : 1);
  }

  end(): void {
    clearTimeout(this.#timer);
    if (this.#shown) this.#show(null);
    this.#shown = false;
  }

  #lay(line: readonly string[], moves: number): void {
    this.#shown = true;
    this.#show(line.slice(0, moves));
    if (moves < line.length) this.#timer = setTimeout(() => this.#lay(line, moves + 1), STEP);
  }
}
