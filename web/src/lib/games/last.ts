// The game that was played or looked at last in this browser.
import { recall, remember } from "../settings.svelte.ts";

interface LastGame {
  /** spec */
  board: string;
  /** an id */
  rules: string;
}

const key = "moyo.lastgame";

/** Notes a game that somebody plays or looks at. */
export const noteGame = ({ board, rules }: LastGame): void => void remember(key, { board, rules });

/** The game of last time; Go on its usual board where there was none. */
export function lastGame(): LastGame {
  const { board, rules } = recall<Partial<LastGame> | null>(key, null) ?? {};
  return typeof board === "string" && typeof rules === "string" && board && rules
    ? { board, rules }
    : { board: "grid:19", rules: "weiqi" };
}
