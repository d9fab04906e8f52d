// A line of answers that a player plans ahead, move after move, before the server hears of it.
export class Planner {
  /** the moves of the line that is being entered, as the server calls them; null while none is */
  moves: readonly string[] | null = $state.raw(null);
  /** how many of them were there before and stay */
  #from = 0;

  /** Begins a line, or one that goes on from another. */
  begin(from: readonly string[] = []): void {
    this.moves = from;
    this.#from = from.length;
  }

  add(move: string): void {
    if (this.moves) this.moves = [...this.moves, move];
  }

  /** Whether there is a move to be taken out again. */
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
