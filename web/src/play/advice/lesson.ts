// A game as a coach or a solver is asked about it.

/** The moves that led to a position, and whom to talk to. */
export interface Lesson {
  board: string;
  rules: string;
  moves: readonly string[];
  /** of the board's points */
  names: readonly string[];
  /** "black", "white" or "" */
  side: string;
}
