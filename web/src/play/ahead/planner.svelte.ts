// A line of conditional moves that a player enters, move by move, before it is sent to the server.
export class Planner {
  /** the moves of the line being entered, in the server's notation; null if there is no such line */
  moves: readonly string[] | null = $state.raw(null);
  /** how many of them existed before and stay */
  #from = 0;

  /** Starts a line, or an extension of another. */
  begin(from: readonly string[] = []): void {
    this.moves = from;
    this.#from = from.length;
  }

  add(move: string): void {
    if (this.moves) this.moves = [...this.moves, move];
  }

  /** Reports whether a move can be removed again. */
  get undoable(): boolean {
    return (this.moves?.length ?? 0) > this.#from;
  }

  back(): void {
    if (this.moves && this.undoable) this.moves = this.moves.slice(0, -1);
  }

  end(): void {
    this.moves = null;
  }
}
