// The people whom the user has muted in a game or a study. It is private: the browser stores it, for the last games
// only.
import { recall, remember } from "../../lib/settings.svelte.ts";

const key = "moyo.muted";
const mostGames = 100;

type Muted = [game: string, speakers: string[]][];

/** The muted people in a game. */
export function mutedIn(game: string): readonly string[] {
  const all = recall<Muted>(key, []);
  return (Array.isArray(all) ? all : []).find(([id]) => id === game)?.[1] ?? [];
}

export function rememberMuted(game: string, speakers: readonly string[]): void {
  const all = recall<Muted>(key, []);
  const others = (Array.isArray(all) ? all : []).filter(([id]) => id !== game);
  if (speakers.length > 0) others.push([game, [...speakers]]);
  remember(key, others.slice(-mostGames));
}
