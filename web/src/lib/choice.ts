// What a player chose for a new game, and the request that it becomes.
import type { GameEntry, GameOption, NewGame } from "../wire.ts";
import { rulesId } from "./words.ts";

export interface Choice {
  board: string;
  color: string;
  /** "level", "human" or an engine's id */
  opponent: string;
  level: number;
  /** only what differs from the defaults */
  rules: Record<string, string>;
}

export const defaultChoice: Choice = {
  board: "grid:9",
  color: "black",
  opponent: "level",
  level: 2,
  rules: {},
};

/** The options that count on this board: some make sense on plain grids only. */
export function shownOptions(game: GameEntry, isGrid: boolean): GameOption[] {
  return game.options.filter((o) => isGrid || !o.gridOnly);
}

/** The request for a game; only options that are shown go into the rules. */
export function newGameOf(
  choice: Choice,
  game: string,
  options: readonly GameOption[],
  name: string,
): NewGame {
  const values: Record<string, string> = {};
  for (const option of options) values[option.id] = choice.rules[option.id] ?? option.default;
  return {
    board: choice.board,
    rules: rulesId(game, values),
    color: choice.color,
    opponent: choice.opponent === "level" ? `level:${choice.level}` : choice.opponent,
    name: name.trim(),
  };
}
