// What the coach says at the table, in sentences.
import { t } from "../../text/text.ts";
import type { Saying } from "../../wire.ts";
import type { Coach } from "./coach.svelte.ts";
import { readable } from "./readable.ts";

/** What a hint is, and why, as two sentences; the second is "" where there is no reason. */
export function hintText(move: string, reason: string): [string, string] {
  if (move === "pass") return [reason ? t("play.coach.hintPass") : t("play.coach.hintPassAlone"), reason];
  return reason ? [t("play.coach.hintMove", { move }), reason] : [t("play.coach.hintAlone", { move }), ""];
}

/** A game that was given up before so many moves has had no course that could turn. */
const COURSE = 6;

/** What a review comes to, in sentences; "" before there is one. Choices of an opening, which the server counts, have no number. */
export function reviewText(
  { review, say }: Pick<Coach, "review" | "say">,
  resigned: boolean,
  numberOf: (ply: number) => number,
): string {
  if (!review) return "";
  if (resigned && review.turning === 0 && review.moves.length < COURSE) return t("review.early");
  const numbered = (said: Saying) =>
    said.code === "turning" ? { ...said, count: numberOf(review.turning) } : said;
  return say(review.says.map(numbered));
}

/** All in one line that the coach has to say of the position now; "" for nothing. */
export function adviceText(coach: Coach): string {
  if (coach.hint) return hintText(coach.called(coach.hint.move), coach.say(coach.hint.says)).join(" ").trim();
  const notes = coach.why ? [coach.why] : readable(coach.notes, (note) => coach.say(note.says));
  return coach.problem || notes.map((note) => coach.say(note.says)).join(" ");
}
