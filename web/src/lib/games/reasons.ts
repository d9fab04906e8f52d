// Why moves are illegal, in the words of the server, which are the same in every place.
import { findReason } from "./known.svelte.ts";
import { t } from "../../text/text.ts";
import type { Forbidden } from "../../wire.ts";

/** Why a move is illegal, in a sentence or two. */
export function reasonText(code: string, fallback: string = t("games.notAllowed")): string {
  return findReason(code) ?? fallback;
}

/** The points that may not be played, each with the reason in words. */
export function forbiddenWords(forbidden: readonly Forbidden[]): Map<number, string> {
  return new Map(forbidden.map((f) => [f.point, reasonText(f.reason)]));
}
