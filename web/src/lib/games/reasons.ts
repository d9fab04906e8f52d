// Why moves are illegal, in words.
import { t } from "../../text/text.ts";
import type { Forbidden, ReasonCode } from "../../wire.ts";

/** Why a move is illegal, in a sentence or two. */
export const reasonText = (code: ReasonCode): string => t(`reasons.${code}`);

/** The forbidden points, each with the reason in words. */
export function forbiddenWords(forbidden: readonly Forbidden[]): Map<number, string> {
  return new Map(forbidden.map((f) => [f.point, reasonText(f.reason)]));
}
