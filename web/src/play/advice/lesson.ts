// A game as a coach or a solver is asked about it.
import type { PointNames } from "../../lib/words/sayings.ts";

/** The moves that led to a position, and whom to talk to. */
export interface Lesson {
  board: string;
  rules: string;
  moves: readonly string[];
  /** whether the game went on although the moves end with two passes */
  resumed: boolean;
  /** what people call the board's points */
  names: PointNames;
  /** "black", "white" or "" */
  side: string;
}
