// A game as it is sent to a coach or a solver.
import type { PointNames } from "../../lib/words/sayings.ts";

/** The moves that led to a position, and whom to address. */
export interface Context {
  board: string;
  rules: string;
  moves: readonly string[];
  /** whether the game continued although the moves end with two passes */
  resumed: boolean;
  /** what people call the board's points */
  names: PointNames;
  /** "black", "white" or "" */
  side: string;
}
