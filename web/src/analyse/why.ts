// "Why not here": the answer to a move that the user asked about, in words.
import { chanceText, percent } from "../lib/words/words.ts";
import { t } from "../text/text.ts";
import type { Thinking } from "../wire.ts";
import { sideOf } from "./side.ts";

/** The move that the user asked about, and the engine's answer. */
export interface Question {
  move: string;
  /** the side that would play it */
  color: string;
  /** the value of that side's best move; null if it is the same move, or unknown */
  best: { move: string; value: number; mate: number } | null;
  /** the evaluation after the move, for the other side; null before it starts */
  answer: Pick<Thinking, "value" | "mate" | "line"> | null;
}

/** The answer in a sentence or two; called returns how people write a move. */
export function whyText(question: Question, called: (move: string) => string): string {
  const { color, best, answer } = question;
  const move = called(question.move);
  if (!answer) return t("analyse.why.looking", { move });
  const reply = called(answer.line[0] ?? "");
  const side = sideOf(color);
  const other = side === "black" ? "white" : "black";
  const head = reply ? t("analyse.why.answer", { move, reply }) : t("analyse.why.end", { move });
  const count = Math.ceil(Math.abs(answer.mate) / 2);
  if (answer.mate < 0) return `${head} ${t(`analyse.why.useless.${side}`, { count })}`;
  const then =
    answer.mate > 0
      ? t(`analyse.why.refuted.${other}`, { count })
      : t(`analyse.why.chance.${side}`, { chance: percent(1 - answer.value) });
  const compared = best
    ? t("analyse.why.instead", { move: called(best.move), chance: chanceText(best) })
    : "";
  return [head, then, compared].filter((sentence) => sentence !== "").join(" ");
}
