// The coach's texts at the table.
import { waitingText } from "../../lib/words/words.ts";
import { t } from "../../text/text.ts";
import type { Coach } from "./coach.svelte.ts";
import { estimateText } from "./estimate.ts";
import { readable } from "./readable.ts";

/** A hint and its reason, as two sentences; the second is "" without a reason. */
export function hintText(move: string, reason: string): [string, string] {
  if (move === "pass") return [reason ? t("play.coach.hintPass") : t("play.coach.hintPassAlone"), reason];
  return reason ? [t("play.coach.hintMove", { move }), reason] : [t("play.coach.hintAlone", { move }), ""];
}

/** The estimate, or why it is not known yet; "" if the user has not asked. */
export function guessText({ estimate, queued, problem, busy }: Coach): string {
  if (estimate) return estimateText(estimate);
  if (queued) return waitingText(queued);
  return problem || (busy === "estimate" ? t("play.estimate.looking") : "");
}

/** The coach's complete text about the current position in one line; "" for none. */
export function adviceText(coach: Coach): string {
  if (coach.estimating) return guessText(coach);
  if (coach.hint) return hintText(coach.called(coach.hint.move), coach.say(coach.hint.says)).join(" ").trim();
  const notes = coach.why ? [coach.why] : readable(coach.notes, (note) => coach.say(note.says));
  return coach.problem || notes.map((note) => coach.say(note.says)).join(" ");
}
