// The search conditions for games, in the fields and in the request.
import type { LibraryPosition, LibrarySearch } from "../wire.ts";

export interface Conditions {
  player: string;
  color: string;
  opponent: string;
  event: string;
  result: string;
  game: string;
  board: string;
  from: string;
  to: string;
  moves: string;
}

export const noConditions = (): Conditions => ({
  player: "",
  color: "",
  opponent: "",
  event: "",
  result: "",
  game: "",
  board: "",
  from: "",
  to: "",
  moves: "",
});

/** Reports whether a text is a year, a month or a day, or empty. */
export const isDate = (text: string): boolean => /^(?:\d{4}(?:-\d{2}(?:-\d{2})?)?)?$/.test(text.trim());

/** Reports whether the search may have a result: wins are about a player. */
export const isOwnResult = (result: string): boolean => result === "won" || result === "lost";

/** The number of conditions. */
export const countOf = (conditions: Conditions): number =>
  Object.values(conditions).filter((value: string) => value.trim() !== "").length;

/** The request; an incomplete date does not count yet. */
export function searchOf(
  conditions: Conditions,
  file: string,
  position: LibraryPosition | null,
): LibrarySearch {
  const search: Record<string, string | number | LibraryPosition> = {};
  for (const name of ["player", "opponent", "event", "game", "board"] as const)
    if (conditions[name].trim()) search[name] = conditions[name].trim();
  for (const name of ["from", "to"] as const) {
    const date = conditions[name].trim();
    if (date && isDate(date)) search[name] = date;
  }
  if (search["player"] && conditions.color) search["color"] = conditions.color;
  if (conditions.result && (search["player"] || !isOwnResult(conditions.result)))
    search["result"] = conditions.result;
  const moves = Math.floor(Number(conditions.moves));
  if (moves > 0) search["moves"] = moves;
  if (/^\d+$/.test(file)) search["file"] = Number(file);
  if (position) search["position"] = position;
  return search;
}
