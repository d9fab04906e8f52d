// The look of the board: the player's choice, in the page's or the system's colour scheme.
import { MediaQuery } from "svelte/reactivity";

import { settings, type Ground, type StoneSet } from "./settings.svelte.ts";

/** The page's colour scheme, in the board's words. */
type Shade = "light" | "dark" | "colour-blind";

const systemIsDark = new MediaQuery("(prefers-color-scheme: dark)");

function shade(): Shade {
  if (settings.theme === "contrast") return "colour-blind";
  const dark = settings.theme === "dark" || (settings.theme === "system" && systemIsDark.current);
  return dark ? "dark" : "light";
}

/** The look of a board with that ground and those stones, in the format of board/looks.ts. */
export const lookOf = <G extends Ground, S extends StoneSet>(ground: G, stones: S) =>
  `${shade()} board-${ground} stones-${stones}` as const;

export function boardTheme() {
  const look = lookOf(settings.ground, settings.stones);
  return settings.loose ? (`${look} loose` as const) : look;
}
