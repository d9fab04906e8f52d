// The user's mistakes as exercises, in words.
import { percent } from "../lib/words/words.ts";
import { gameOf } from "../lib/words/titles.ts";
import { numeral, t } from "../text/text.ts";
import type { Mistake, MistakeProof, Mistakes } from "../wire.ts";
import { untilText } from "./words.ts";

/** The identity of a mistake in addresses. */
export const keyOf = ({ game, number }: Pick<Mistake, "game" | "number">): string => `${game}/${number}`;

/** The next due one, after the one with a key if there are others; null for none. */
export function nextDue(all: readonly Mistake[], after: string): Mistake | null {
  const due = all.filter((m) => m.isDue && keyOf(m) !== after);
  return due[0] ?? null;
}

/** The cost of a move by the engine's evaluation. */
export function lossText({ loss, points, counts }: Pick<Mistake, "loss" | "points" | "counts">): string {
  const [chance, much] = [percent(loss), numeral(Math.round(points))];
  const [some, counted] = [loss >= 0.01, counts && points >= 1];
  if (some && counted) return t("mistakes.lost.both", { chance, points: much });
  return counted ? t("mistakes.lost.points", { points: much }) : t("mistakes.lost.chance", { chance });
}

/** The results of the tries so far. */
export const triedText = ({ tried, solved }: Pick<Mistake, "tried" | "solved">): string =>
  tried > 0 ? t("mistakes.tried", { count: tried, solved }) : t("mistakes.new");

/** When it is due again. */
export function whenText({ due, isDue }: Pick<Mistake, "due" | "isDue">, now: number): string {
  if (isDue) return t("mistakes.when.now");
  return due ? t("mistakes.when.at", { when: untilText(due, now) }) : t("mistakes.when.never");
}

/** The number of due exercises. */
export function deckText({ mistakes, due, nextDue: then }: Mistakes, now: number): string {
  if (mistakes.length === 0) return t("mistakes.none");
  if (due > 0) return t("mistakes.due", { count: due });
  return then ? t("mistakes.later", { when: untilText(then, now) }) : t("mistakes.done");
}

/** The name of a mistake's game. */
export const gameText = ({ words, rules }: Pick<Mistake, "words" | "rules">): string =>
  gameOf({ words, gameTitle: rules });

const proofs = ["live", "kill", "missed", "allowed"] as const;

/** What a solver has proven. */
export function proofText(proof: MistakeProof, called: (move: string) => string): string {
  const kind = proofs.find((k) => k === proof.kind);
  return kind ? t(`mistakes.proof.${kind}`, { move: called(proof.move) }) : "";
}
