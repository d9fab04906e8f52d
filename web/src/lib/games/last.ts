// The last game that the user played or viewed in this browser.
import { recall, remember } from "../settings.svelte.ts";

interface LastGame {
  /** spec */
  board: string;
  /** an id */
  rules: string;
}

const key = "moyo.lastgame";

/** Notes a game that the user plays or views. */
export const noteGame = ({ board, rules }: LastGame): void => void remember(key, { board, rules });

/** The last game; Go on its usual board at first. */
export function lastGame(): LastGame {
  const { board, rules } = recall<Partial<LastGame> | null>(key, null) ?? {};
  return typeof board === "string" && typeof rules === "string" && board && rules
    ? { board, rules }
    : { board: "grid:19", rules: "weiqi" };
}
