// What the arrow keys do at a table. Left and right go through the moves, unless something else uses them: a list,
// tabs, or the board if it got the focus by keyboard. A click on the board does not count as that.

/** Elements that use left and right themselves. */
const takers = "[role=tab], [role=radio], [role=slider], [contenteditable]";

export class ArrowKeys {
  /** the last input came from the pointer */
  #byPointer = false;
  #held = false;

  /** The pointer is pressed; a focus change during the press comes from it. */
  pressed(): void {
    this.#held = this.#byPointer = true;
  }

  released(): void {
    this.#held = false;
  }

  /** Handles a focus change. */
  focused(): void {
    this.#byPointer = this.#held;
  }

  /** The number of moves that a key goes forward; 0 if it has another meaning. */
  step({ key, target }: Pick<KeyboardEvent, "key" | "target">): number {
    const at = target instanceof Element ? target : null;
    if (at?.closest("[role=application]")) {
      // Keys that only the board uses start moving over it, and then left and right do, too.
      if (["ArrowUp", "ArrowDown", "Home", "End"].includes(key)) this.#byPointer = false;
      if (!this.#byPointer) return 0;
    } else if (at?.closest(takers)) return 0;
    return key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
  }
}
