// A player's choices for a new game, and the request that they become.
import { hasStones, valueSent, withUsualKomi } from "./handicap.ts";
import { colorOf } from "../../lib/words/colors.ts";
import { parseRules, rulesId } from "../../lib/games/rules.ts";
import { t } from "../../text/text.ts";
import type {
  Board,
  Catalog,
  EngineEntry,
  GameEntry,
  GameOption,
  NewGame,
  Preset,
  Setting,
} from "../../wire.ts";

/** The choices for one game; each game remembers its own. */
export interface GameChoice {
  /** spec; "" for the game's usual board */
  board: string;
  /** "level", "human", "anyone", "player" or an engine's id */
  opponent: string;
  /** name of the challenged player */
  to: string;
  rated: boolean;
  /** the players may ask for estimates of their game */
  estimates: boolean;
  level: number;
  /** the number of players on each side, if more than one: rengo */
  partners: number;
  /** only what differs from the defaults */
  rules: Record<string, string>;
}

export interface Choice {
  /** "" for the first of the catalog */
  game: string;
  color: string;
  games: Record<string, GameChoice>;
}

/** The parameters of an address; each may be "". */
export interface Asked {
  /** of a board */
  spec: string;
  game: string;
  rules: string;
  /** the name of a player to challenge */
  to: string;
  /** "friend" for some person, "anyone" for any player */
  company: string;
}

export const defaultChoice = (game = ""): Choice => ({ game, color: "black", games: {} });

/** The choices for a game, or its defaults. */
export function choiceOf(choice: Choice, game: string): GameChoice {
  const begin = {
    board: "",
    opponent: "level",
    to: "",
    rated: false,
    estimates: false,
    level: 2,
    partners: 1,
    rules: {},
  };
  return { ...begin, ...choice.games[game] };
}

/** Reports whether an opponent is a person who must still arrive. */
export const withPerson = (opponent: string): boolean => ["human", "anyone", "player"].includes(opponent);

/** Reports whether a game with an opponent may be rated: not by a link, which only the players know. */
export const ratable = (opponent: string): boolean => ["level", "anyone", "player"].includes(opponent);

/** Reports whether several can play on each side: people who arrive by a link or an open challenge. */
export const mayShare = (opponent: string): boolean => ["human", "anyone"].includes(opponent);

/** The number of players on each side of the selected game: one if its rules choose sides in an opening. */
export const eachSide = ({ opponent, partners, rules }: GameChoice): number =>
  mayShare(opponent) && (rules["opening"] ?? "none") === "none" ? partners : 1;

/** The choices with a change for the current game. */
export function changed(choice: Choice, part: Partial<GameChoice>): Choice {
  const { game, games } = choice;
  return { ...choice, games: { ...games, [game]: { ...choiceOf(choice, game), ...part } } };
}

/** The stored choices, if they are valid. */
export function restored(kept: unknown): Choice {
  const choice = kept as Partial<Choice> | null;
  if (!choice || typeof choice.game !== "string" || typeof choice.games !== "object") return defaultChoice();
  return { ...defaultChoice(), ...choice, games: { ...choice.games } };
}

/** Choices for one game only: users do not expect them in the next one. */
const ofOneGame = ["handicap", "opening"];

/** The defaults of a new game: the earlier choices, except colours, handicap, opening and partners. */
export function fresh(catalog: Catalog, before: Choice): Choice {
  const games = Object.entries(before.games).map(([id, own]) => {
    const game = catalog.games.find((g) => g.id === id) ?? { options: [], ruleSets: [] };
    const kept = Object.entries(own.rules).filter(([option]) => !ofOneGame.includes(option));
    return [id, { ...own, partners: 1, rules: withUsualKomi(game, own.rules, Object.fromEntries(kept)) }];
  });
  return { ...before, color: defaultChoice().color, games: Object.fromEntries(games) as Choice["games"] };
}

/** The choice of a game with the rules of an id and only its options, and of a board ("" for the same). */
export function withRules(choice: Choice, rules: string, board = ""): Choice {
  const { game, values } = parseRules(rules);
  return changed({ ...choice, game }, { rules: values, ...(board ? { board } : {}) });
}

/** The parameters of an address, and for the rest the earlier choices, if the catalog has them. */
export function answered(catalog: Catalog, before: Choice, asked: Asked): Choice {
  const { spec, rules, to, company } = asked;
  const named = rules ? withRules(before, rules) : { ...before, game: asked.game || before.game };
  const first = knownGame(catalog, named.game);
  const game = spec && !asked.game && !rules ? gameForBoard(catalog, spec, first) : first;
  let choice: Choice = { ...named, game };
  if (spec) choice = changed(choice, { board: spec });
  if (to) return changed(choice, { opponent: "player", to });
  if (company === "anyone") return changed(choice, { opponent: "anyone" });
  if (company === "friend" && !withPerson(choiceOf(choice, game).opponent))
    return changed(choice, { opponent: "human" });
  return choice;
}

/** The preset that equals a choice, or null. */
export function presetOf(game: GameEntry, own: GameChoice): Preset | null {
  const same = (preset: Preset): boolean => {
    const { values } = parseRules(preset.rules);
    return game.options.every((o) => (own.rules[o.id] ?? o.default) === (values[o.id] ?? o.default));
  };
  return game.presets.find((p) => p.board === own.board && same(p)) ?? null;
}

export const enginesFor = (catalog: Catalog, game: string): EngineEntry[] =>
  catalog.engines.filter((e) => e.games.includes(game));

/** A level's approximate strength on a class of boards, in words; "" if unknown. */
export function strengthText(level: EngineEntry, boards: string): string {
  const found = level.strengths.find((s) => s.class === boards || s.class === "");
  if (!found) return "";
  const key = found.rough ? "rough" : "about";
  return found.class
    ? t(`newgame.opponent.rank.${key}`, { rank: found.strength })
    : t(`newgame.opponent.points.${key}`, { points: found.strength });
}

/** The game with that id, or the first of the catalog: addresses and stored choices may name removed games. */
export const knownGame = (catalog: Catalog, id: string): string =>
  (catalog.games.find((g) => g.id === id) ?? catalog.games[0])?.id ?? "";

/** The game for a board from an address: the previously selected one, if it is offered there. */
export function gameForBoard(catalog: Catalog, spec: string, before: string): string {
  const games = catalog.boards.find((b) => b.spec === spec)?.games ?? [];
  return games.length === 0 || games.includes(before) ? before : (games[0] ?? before);
}

/** The options that apply: some make sense only on certain boards, or only with certain values of others. */
export function shownOptions(
  game: GameEntry,
  board: Pick<Board, "width" | "stars">,
  rules: Record<string, string> = {},
): GameOption[] {
  const holds = ({ option, value }: Setting): boolean =>
    (rules[option] ?? game.options.find((o) => o.id === option)?.default) === value;
  return game.options.filter(
    (o) =>
      (board.width > 0 || !o.gridOnly) &&
      (!o.onStars || hasStones(board)) &&
      (!o.only || holds(o.only)) &&
      (!o.never || !holds(o.never)),
  );
}

/** The requested colour: shared sides are not random or by rank, and neither is a rank used against the computer. */
function colorAsked(color: string, own: GameChoice): string {
  if (eachSide(own) > 1) return colorOf(color);
  return color === "handicap" && !withPerson(own.opponent) ? "random" : color;
}

/** The request for a game on a board; the rules contain only visible options. */
export function newGameOf(
  choice: Choice,
  board: string,
  options: readonly GameOption[],
  name: string,
): NewGame {
  const own = choiceOf(choice, choice.game);
  const values: Record<string, string> = {};
  for (const { id, default: usual } of options) values[id] = valueSent(id, own.rules[id] ?? usual);
  const partners = eachSide(own);
  const alone = partners === 1;
  return {
    board,
    rules: rulesId(choice.game, values),
    clock: "",
    color: colorAsked(choice.color, own),
    opponent: own.opponent === "level" ? `level:${own.level}` : own.opponent,
    to: own.opponent === "player" ? own.to.trim() : "",
    name: name.trim(),
    rated: alone && own.rated && ratable(own.opponent),
    private: false,
    estimates: alone && own.estimates && withPerson(own.opponent) && !(own.rated && ratable(own.opponent)),
    ...(alone ? {} : { partners }),
  };
}
