// Which look the board gets: the player's choice, or the system's.
import { MediaQuery } from "svelte/reactivity";

import { settings } from "./settings.svelte.ts";

/** The looks that a board has, as board/state.ts names them. */
type BoardTheme = "light" | "dark" | "colour-blind" | "plain";

const systemIsDark = new MediaQuery("(prefers-color-scheme: dark)");

export function boardTheme(): BoardTheme {
  if (settings.plain) return "plain";
  if (settings.theme === "contrast") return "colour-blind";
  const dark = settings.theme === "dark" || (settings.theme === "system" && systemIsDark.current);
  return dark ? "dark" : "light";
}
