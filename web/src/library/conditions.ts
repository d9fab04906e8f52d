// What games are searched by, as it stands in the fields, and what of it the server is asked.
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

/** Whether a text is a year, a month or a day, or nothing. */
export const isDate = (text: string): boolean => /^(?:\d{4}(?:-\d{2}(?:-\d{2})?)?)?$/.test(text.trim());

/** Whether a result can be asked for: who has won is a question about a player. */
export const isOwnResult = (result: string): boolean => result === "won" || result === "lost";

/** How many conditions there are. */
export const countOf = (conditions: Conditions): number =>
  Object.values(conditions).filter((value: string) => value.trim() !== "").length;

/** What the server is asked; a date that is still being typed does not count yet. */
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
