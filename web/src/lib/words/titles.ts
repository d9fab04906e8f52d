// The names of games, boards, engines and courses. Names from the server's closed lists are in the catalogue; those
// from people and operators are the server's, and stay.
import { sayIfKnown, t } from "../../text/text.ts";
import { parseRules } from "../games/rules.ts";
import type {
  Board,
  BoardEntry,
  Catalog,
  CoursePart,
  EngineEntry,
  GameEntry,
  GameOption,
  RulePhrase,
  Rules,
  TrainingCourse,
} from "../../wire.ts";

/** A board by its spec, with a title that a user may have written: "Torus 9×9". */
export function boardTitle(spec: string, title: string): string {
  const [, shape = "", a = "", b = a, c = a] = /^(\w+):(\d+)(?:x(\d+))?(?:x(\d+))?/.exec(spec) ?? [];
  return sayIfKnown(`catalog.shapes.${shape}`, { a, b, c }) ?? title;
}

/** The title of a game by its id, which may be unknown on another server. */
export const gameTitle = (id: string, title: string): string =>
  sayIfKnown(`catalog.games.${id}.title`) ?? title;

/** The server's messages about rules, and about the board of a game. */
interface Described {
  gameTitle: string;
  rulesText: string;
  words: Rules;
  board: string;
  boardTitle: string;
}

/** The name of a game by its rules: "Renju". */
export const gameOf = ({ words, gameTitle: title }: Pick<Described, "words" | "gameTitle">): string =>
  words.name ? t(`catalog.names.${words.name}`) : title;

/** The name of a game, and if it has no options, its aim: "Go. Surround more …". */
export function aimOf(game: Pick<Described, "words" | "gameTitle"> & { rules: string }): string {
  const name = gameOf(game);
  const { game: id } = parseRules(game.rules);
  const about = gameTitle(id, "") === name ? sayIfKnown(`catalog.games.${id}.text`) : undefined;
  return about ? t("play.coach.aim", { game: name, about }) : t("play.sentence", { words: name });
}

export const boardOf = ({ board, boardTitle: title }: Pick<Described, "board" | "boardTitle">): string =>
  boardTitle(board, title);

/** A game and its board, as the values of a text. */
export const gameAndBoard = (
  game: Pick<Described, "words" | "gameTitle" | "board" | "boardTitle">,
): { game: string; board: string } => ({ game: gameOf(game), board: boardOf(game) });

/** The rules of a game in short: "Area scoring, komi 6.5". */
export function rulesOf(described: Pick<Described, "words" | "gameTitle" | "rulesText">): string {
  const name = gameOf(described);
  const phrase = ({ id, values: [a = "", b = ""] }: RulePhrase): string =>
    sayIfKnown(`catalog.rules.${id}`, { name, a, b, count: Number(a) }) ?? "";
  return described.words.phrases.map(phrase).join(", ") || described.rulesText;
}

/** The server's catalog, in the language of the page. */
export const catalogInWords = (catalog: Catalog): Catalog => ({
  ...catalog,
  boards: catalog.boards.map(entryInWords),
  engines: catalog.engines.map(engineInWords),
  games: catalog.games.map(gameInWords),
});

const entryInWords = (entry: BoardEntry): BoardEntry => ({
  ...entry,
  title: entry.name ? t(`catalog.boards.${entry.name}`) : boardTitle(entry.spec, entry.title),
});

const engineInWords = (engine: EngineEntry): EngineEntry =>
  engine.key
    ? {
        ...engine,
        title: t(`catalog.engines.${engine.key}.title`),
        text: t(`catalog.engines.${engine.key}.text`),
      }
    : engine;

const gameInWords = (game: GameEntry): GameEntry => ({
  ...game,
  title: t(`catalog.games.${game.id}.title`),
  text: t(`catalog.games.${game.id}.text`),
  howToPlay: t(`catalog.games.${game.id}.howToPlay`),
  options: game.options.map(optionInWords),
  presets: game.presets.map((p) => ({
    ...p,
    title: t(`catalog.presets.${p.id}.title`),
    text: t(`catalog.presets.${p.id}.text`),
  })),
  ruleSets: game.ruleSets.map((r) => ({
    ...r,
    title: t(`catalog.ruleSets.${r.id}.title`),
    text: t(`catalog.ruleSets.${r.id}.text`),
  })),
  variants: game.variants.map((v) => ({ ...v, title: t(`catalog.variants.${v.id}`) })),
});

const optionInWords = (option: GameOption): GameOption => ({
  ...option,
  title: t(`catalog.options.${option.key}.title`),
  text: t(`catalog.options.${option.key}.text`),
  choices: option.choices.map((c) => ({
    ...c,
    title: t(`catalog.choices.${c.key}.title`),
    text: t(`catalog.choices.${c.key}.text`),
  })),
});

export const boardInWords = (board: Board): Board => ({
  ...board,
  title: boardTitle(board.spec, board.title),
});

/** A collection of problems, or one of its problems, with the title of its part of a course. */
export const partInWords = <T extends { title: string; part?: CoursePart }>(set: T): T =>
  set.part ? { ...set, title: partTitle(set.part) } : set;

function partTitle({ course, number }: CoursePart): string {
  const name = t(`courses.${course}.name`);
  return number ? t("train.course.nth", { name, number }) : name;
}

export const courseInWords = (course: TrainingCourse): TrainingCourse => ({
  ...course,
  parts: course.parts.map(partInWords),
  name: t(`courses.${course.id}.name`),
  about: t(`courses.${course.id}.about`),
});
