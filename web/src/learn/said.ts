// The responses to a move in a lesson, in words.
import { pointing } from "../lib/pointing.ts";
import { sayingsText, type PointNames } from "../lib/words/sayings.ts";
import { eitherText, listText, t } from "../text/text.ts";
import type { LessonAnswer, LessonCode, LessonSaid } from "../wire.ts";

type Writer = (said: LessonSaid) => string;

const color = (said: LessonSaid): "black" | "white" => (said.color === "black" ? "black" : "white");
const points = (said: LessonSaid): string => listText(said.points);
const stones = (said: LessonSaid): string => listText(said.stones);

/** A single stone, or its chain. */
const chain = (said: LessonSaid): "stone" | "chain" => (said.stones.length === 1 ? "stone" : "chain");
const of = (said: LessonSaid) => ({ at: said.stones[0] ?? "", count: said.points.length });
const named = (said: LessonSaid) => ({ ...of(said), points: points(said) });
const some = (said: LessonSaid) => ({ count: said.stones.length, stones: stones(said) });

const writers: Record<LessonCode, Writer> = {
  elsewhere: (s) => t("learn.said.elsewhere", { move: s.move, points: eitherText(s.points) }),
  beside: (s) =>
    t(`learn.said.beside.${chain(s)}.${pointing()}`, {
      move: s.move,
      at: s.stones[0] ?? "",
      points: eitherText(s.points),
    }),
  liberties: (s) => t(`learn.said.liberties.${chain(s)}`, named(s)),
  spare: (s) => t(`learn.said.spare.${chain(s)}`, named(s)),
  left: (s) => t(`learn.said.left.${chain(s)}`, of(s)),
  rows: (s) => t("learn.said.rows", some(s)),
  still: (s) => t("learn.said.still", { points: points(s) }),
  escapes: (s) => t(`learn.said.escapes.${color(s)}`, { move: s.move, count: s.points.length }),
  breaks: (s) =>
    t(`learn.said.breaks.${color(s)}`, { count: s.stones.length, stones: stones(s), move: s.move }),
  taken: (s) =>
    t(`learn.said.taken.${color(s)}`, { count: s.stones.length, stones: stones(s), move: s.move }),
  apart: (s) => t("learn.said.apart", { points: points(s) }),
  notYet: () => t("learn.said.notYet"),
  noWin: () => t("learn.said.noWin"),
  wins: (s) => t(`learn.said.wins.${color(s)}`, { move: s.move }),
  nothing: () => t("learn.said.nothing"),
  one: (s) => t(`learn.said.one.${color(s)}`, { move: s.move }),
  noFour: (s) => t(`learn.said.noFour.${color(s)}`),
  noFours: (s) => t(`learn.said.noFours.${color(s)}`, { move: s.move }),
  answered: (s) => t(`learn.said.answered.${color(s)}`, { move: s.move }),
  forces: (s) => t(`learn.said.forces.${color(s)}`, { move: s.move }),
  low: (s) => t("learn.said.low", { move: s.move }),
  dies: (s) => t(`learn.said.dies.${color(s)}`, { move: s.move }),
  lives: (s) => t(`learn.said.lives.${color(s)}`, { move: s.move }),
  unharmed: (s) => t(`learn.said.unharmed.${color(s)}`),
  miscounted: (s) => t("learn.said.miscounted", { points: points(s) }),
  allowed: (s) => t("learn.said.allowed", { points: points(s) }),
  alive: (s) => t("learn.said.alive", { points: points(s) }),
  first: (s) => t("learn.said.first", { points: points(s) }),
  help: (s) => t("learn.said.help", { move: s.move }),
  choose: (s) => t("learn.said.choose", { move: s.move }),
  show: (s) => t("learn.said.show", { move: s.move }),
};

/** The same with moves and points as people write them. */
const shown = (said: LessonSaid, names: PointNames): LessonSaid => ({
  ...said,
  move: names.text(said.move),
  points: said.points.map(names.text),
  stones: said.stones.map(names.text),
});

/** The complete response to the last move, or a hint; names are what people call the board's points. */
export function saidText(answer: LessonAnswer, names: PointNames): string {
  const { said, why, right, punished } = answer;
  return [
    said && writers[said.code](shown(said, names)),
    sayingsText(why, names, answer.side),
    right && t(`lessons.${right}.right`),
    punished && t(`lessons.${punished}.punished`),
  ]
    .filter(Boolean)
    .join(" ");
}
