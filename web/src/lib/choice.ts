// What a player chose for a new game, and the request that it becomes.
import type { BoardEntry, Catalog, EngineEntry, GameEntry, GameOption, NewGame, Preset } from "../wire.ts";
import { parseRules, rulesId } from "./words.ts";

/** What is chosen for one game; each game remembers its own. */
export interface GameChoice {
  board: string;
  /** "level", "human" or an engine's id */
  opponent: string;
  level: number;
  /** only what differs from the defaults */
  rules: Record<string, string>;
}

export interface Choice {
  game: string;
  color: string;
  games: Record<string, GameChoice>;
}

/** The board that a game begins with; others take the first that is offered. */
const firstBoards: Record<string, string> = {
  weiqi: "grid:9",
  gomoku: "grid:15",
  connect4: "grid:7x6",
  pente: "grid:19",
  pentalath: "hex:5",
};

export const defaultChoice = (game = "weiqi"): Choice => ({ game, color: "black", games: {} });

/** What is chosen for a game, or what it begins with. */
export function choiceOf(choice: Choice, game: string): GameChoice {
  const begin = { board: firstBoards[game] ?? "grid:9", opponent: "level", level: 2, rules: {} };
  return { ...begin, ...choice.games[game] };
}

/** The choice with something changed for the present game. */
export function changed(choice: Choice, part: Partial<GameChoice>): Choice {
  const { game, games } = choice;
  return { ...choice, games: { ...games, [game]: { ...choiceOf(choice, game), ...part } } };
}

/** What was remembered, as long as it has the form of a choice. */
export function restored(kept: unknown): Choice {
  const choice = kept as Partial<Choice> | null;
  if (!choice || typeof choice.game !== "string" || typeof choice.games !== "object") return defaultChoice();
  return { ...defaultChoice(), ...choice, games: { ...choice.games } };
}

/** The preset that a game is known by: the one of its own name, or else the first. */
export const mainPreset = (game: GameEntry): Preset | null =>
  game.presets.find((p) => p.title === game.title) ?? game.presets[0] ?? null;

/** The choice of a game with the rules of an id, whose options count alone, and of a board ("" for the same). */
export function withRules(choice: Choice, rules: string, board = ""): Choice {
  const { game, values } = parseRules(rules);
  return changed({ ...choice, game }, { rules: values, ...(board ? { board } : {}) });
}

/** The preset that a choice amounts to, or null. */
export function presetOf(game: GameEntry, own: GameChoice): Preset | null {
  const same = (preset: Preset): boolean => {
    const { values } = parseRules(preset.rules);
    return game.options.every((o) => (own.rules[o.id] ?? o.default) === (values[o.id] ?? o.default));
  };
  return game.presets.find((p) => p.board === own.board && same(p)) ?? null;
}

/** The boards for a game: those of the gallery that are meant for it, and the player's own. */
export const boardsFor = (catalog: Catalog, game: string): BoardEntry[] =>
  catalog.boards.filter((b) => b.group === "own" || b.games.includes(game));

export const enginesFor = (catalog: Catalog, game: string): EngineEntry[] =>
  catalog.engines.filter((e) => e.games.includes(game));

/** The game that a board from an address is for: the one chosen before, if it is offered there. */
export function gameForBoard(catalog: Catalog, spec: string, before: string): string {
  const games = catalog.boards.find((b) => b.spec === spec)?.games ?? [];
  return games.length === 0 || games.includes(before) ? before : (games[0] ?? before);
}

/** The options that count: some make sense on plain grids only, some with one rule only. */
export function shownOptions(
  game: GameEntry,
  isGrid: boolean,
  rules: Record<string, string> = {},
): GameOption[] {
  const renju = rules["rule"] === "renju";
  const counts: Record<string, boolean> = { forbidden: renju, n: !renju };
  return game.options.filter((o) => (isGrid || !o.gridOnly) && (counts[o.id] ?? true));
}

/** The request for a game; only options that are shown go into the rules. */
export function newGameOf(choice: Choice, options: readonly GameOption[], name: string): NewGame {
  const own = choiceOf(choice, choice.game);
  const values: Record<string, string> = {};
  for (const option of options) values[option.id] = own.rules[option.id] ?? option.default;
  return {
    board: own.board,
    rules: rulesId(choice.game, values),
    color: choice.color,
    opponent: own.opponent === "level" ? `level:${own.level}` : own.opponent,
    name: name.trim(),
  };
}
