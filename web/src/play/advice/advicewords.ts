// What the coach says at the table, in sentences.
import { waitingText } from "../../lib/words/words.ts";
import { t } from "../../text/text.ts";
import type { Coach } from "./coach.svelte.ts";
import { estimateText } from "./estimate.ts";
import { readable } from "./readable.ts";

/** What a hint is, and why, as two sentences; the second is "" where there is no reason. */
export function hintText(move: string, reason: string): [string, string] {
  if (move === "pass") return [reason ? t("play.coach.hintPass") : t("play.coach.hintPassAlone"), reason];
  return reason ? [t("play.coach.hintMove", { move }), reason] : [t("play.coach.hintAlone", { move }), ""];
}

/** How the game stands, or why that is not known yet; "" where nobody has asked. */
export function guessText({ estimate, queued, problem, busy }: Coach): string {
  if (estimate) return estimateText(estimate);
  if (queued) return waitingText(queued);
  return problem || (busy === "estimate" ? t("play.estimate.looking") : "");
}

/** All in one line that the coach has to say of the position now; "" for nothing. */
export function adviceText(coach: Coach): string {
  if (coach.estimating) return guessText(coach);
  if (coach.hint) return hintText(coach.called(coach.hint.move), coach.say(coach.hint.says)).join(" ").trim();
  const notes = coach.why ? [coach.why] : readable(coach.notes, (note) => coach.say(note.says));
  return coach.problem || notes.map((note) => coach.say(note.says)).join(" ");
}
