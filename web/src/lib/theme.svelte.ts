// Which look the board gets: the player's choice, or the system's.
import { MediaQuery } from "svelte/reactivity";

import type { Theme as BoardTheme } from "../board/state.ts";
import { settings } from "./settings.svelte.ts";

const systemIsDark = new MediaQuery("(prefers-color-scheme: dark)");

export function boardTheme(): BoardTheme {
  if (settings.plain) return "plain";
  if (settings.theme === "contrast") return "colour-blind";
  const dark = settings.theme === "dark" || (settings.theme === "system" && systemIsDark.current);
  return dark ? "dark" : "light";
}
