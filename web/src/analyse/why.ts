// "Why not here": the answer to a move that somebody asked about, in words.
import { chanceText, colorName, otherColor, percent } from "../lib/words/words.ts";
import type { Thinking } from "../wire.ts";

/** A move that was asked about, and what the engine says to it. */
export interface Question {
  move: string;
  /** the side that would make it */
  color: string;
  /** what that side's best move would have been worth; null where that is the same move, or not known */
  best: { move: string; value: number; mate: number } | null;
  /** what the engine thinks after the move, for the other side; null while it has not begun */
  answer: Pick<Thinking, "value" | "mate" | "line"> | null;
}

/** The answer in a sentence or two. */
export function whyText({ move, color, best, answer }: Question): string {
  if (!answer) return `Looking for the best answer to ${move} …`;
  const [reply] = answer.line;
  const head = reply ? `The best answer to ${move} is ${reply}.` : `${move} ends the game.`;
  const compared = best ? ` With ${best.move} instead: ${chanceText(best)}.` : "";
  if (answer.mate > 0)
    return `${head} ${colorName(otherColor(color))} then ${chanceText(answer)}.${compared}`;
  if (answer.mate < 0) {
    const wins = chanceText({ value: 1, mate: -answer.mate });
    return `${head} It does not help: ${colorName(color)} ${wins}.`;
  }
  return `${head} ${colorName(color)}'s win chance is then ${percent(1 - answer.value)}.${compared}`;
}
