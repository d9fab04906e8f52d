// Whose the arrow keys are at a table. Left and right go through the moves, except
// where something takes them for itself: a list, tabs, or the board for those who
// came to it by keyboard. Who clicked on the board is not walking over it.

/** What takes left and right for itself. */
const takers = "[role=tab], [role=radio], [role=slider], [contenteditable]";

export class ArrowKeys {
  /** what was done last was done with the pointer */
  #byPointer = false;
  #held = false;

  /** The pointer is pressed; what is focused while it is, is so by that. */
  pressed(): void {
    this.#held = this.#byPointer = true;
  }

  released(): void {
    this.#held = false;
  }

  /** The focus has come somewhere. */
  focused(): void {
    this.#byPointer = this.#held;
  }

  /** How many moves on a key goes; 0 where it means something else. */
  step({ key, target }: Pick<KeyboardEvent, "key" | "target">): number {
    const at = target instanceof Element ? target : null;
    if (at?.closest("[role=application]")) {
      // What the board alone knows begins to walk, and the others then do so, too.
      if (["ArrowUp", "ArrowDown", "Home", "End"].includes(key)) this.#byPointer = false;
      if (!this.#byPointer) return 0;
    } else if (at?.closest(takers)) return 0;
    return key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
  }
}
