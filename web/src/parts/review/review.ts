// A game review's texts and the geometry of its graph.
import { colorName, percent } from "../../lib/words/words.ts";
import { numeral, t } from "../../text/text.ts";
import type { Review, ReviewMove, ReviewPosition } from "../../wire.ts";
import { ticks } from "../charts/chart.ts";

export type Measure = "chance" | "points";

/** A graph in pixels, and its contents. Up is good for Black. */
interface Graph {
  /** the line of known evaluations, as the "d" of a path */
  line: string;
  /** the area below it, which is Black's */
  area: string;
  /** the y of an even position */
  even: number;
  marks: Mark[];
  /** levels with their labels */
  levels: { y: number; text: string }[];
  x: (ply: number) => number;
  y: (ply: number) => number | null;
}

/** A bad move on the line: the shape shows the severity, the fill the side. */
interface Mark {
  ply: number;
  x: number;
  y: number;
  kind: Bad;
  color: "black" | "white";
  sure: boolean;
  turning: boolean;
}

type Bad = "inaccuracy" | "mistake" | "blunder";

/** The first moves of the line that is better than a move, on the board. */
export interface BetterLine {
  ply: number;
  moves: readonly string[];
  steps: number;
}

interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const round = (n: number): number => Math.round(n * 10) / 10;

/** Reports whether a move is marked as bad. */
export const bad = (move: ReviewMove): move is ReviewMove & { class: Bad } =>
  move.class === "inaccuracy" || move.class === "mistake" || move.class === "blunder";

/** The value of a position on the graph; null if unknown. */
function valueAt(at: ReviewPosition, measure: Measure): number | null {
  if (at.looks === 0) return null;
  if (measure === "chance") return at.black;
  return at.counts ? at.lead : null;
}

/** The minimum range in points above and below the middle: small leads look small. */
const LEAST_POINTS = 10;

/** Half of the height, in the unit of the graph. */
function reach(review: Review, measure: Measure): number {
  if (measure === "chance") return 0.5;
  const leads = review.positions.filter((at) => at.looks > 0 && at.counts).map((at) => Math.abs(at.lead));
  return Math.max(LEAST_POINTS, ...leads);
}

export function graphOf(review: Review, measure: Measure, frame: Frame): Graph {
  const last = Math.max(review.positions.length - 1, 1);
  const x = (ply: number) => round(frame.left + ((frame.width - frame.left - frame.right) * ply) / last);
  const middle = measure === "chance" ? 0.5 : 0;
  const half = reach(review, measure);
  const inner = frame.height - frame.top - frame.bottom;
  const toY = (value: number) => round(frame.top + inner * (0.5 - (value - middle) / (2 * half)));
  const values = review.positions.map((at) => valueAt(at, measure));
  const y = (ply: number) => {
    const value = values[ply];
    return value === null || value === undefined ? null : toY(value);
  };
  const floor = frame.height - frame.bottom;
  const runs = runsOf(values).map((run) => run.map((ply) => `${x(ply)} ${y(ply)}`));
  const ends = runsOf(values).map((run) => [x(run[0]!), x(run.at(-1)!)] as const);
  return {
    line: runs.map((run) => `M${run.join("L")}`).join(""),
    area: runs.map((run, i) => `M${ends[i]![0]} ${floor}L${run.join("L")}L${ends[i]![1]} ${floor}Z`).join(""),
    even: toY(middle),
    marks: marksOf(review, x, y),
    levels: levelsOf(measure, half, toY),
    x,
    y,
  };
}

/** Consecutive positions with known evaluations. */
function runsOf(values: readonly (number | null)[]): number[][] {
  const runs: number[][] = [];
  values.forEach((value, ply) => {
    if (value === null) return;
    const run = runs.at(-1);
    if (run?.at(-1) === ply - 1) run.push(ply);
    else runs.push([ply]);
  });
  return runs;
}

function marksOf(review: Review, x: (ply: number) => number, y: (ply: number) => number | null): Mark[] {
  return review.moves.flatMap((move, i) => {
    const ply = i + 1;
    const at = y(ply);
    if (!bad(move) || at === null) return [];
    const color = move.color === "white" ? "white" : "black";
    return [
      { ply, x: x(ply), y: at, kind: move.class, color, sure: move.sure, turning: review.turning === ply },
    ];
  });
}

function levelsOf(measure: Measure, half: number, toY: (value: number) => number): Graph["levels"] {
  if (measure === "chance")
    return [0.75, 0.5, 0.25].map((value) => ({ y: toY(value), text: percent(value) }));
  return ticks(-half, half, 6)
    .filter((value) => Math.abs(value) < half)
    .map((value) => ({ y: toY(value), text: pointsText(Math.abs(value)) }));
}

/** A number of points as people say it, rounded to halves. */
const pointsText = (points: number): string => numeral(halves(points));
const halves = (points: number): number => Math.round(points * 2) / 2;

/** The ply nearest to a place on the graph. */
export function plyAt(review: Review, frame: Frame, x: number): number {
  const last = review.positions.length - 1;
  const share = (x - frame.left) / Math.max(frame.width - frame.left - frame.right, 1);
  return Math.min(Math.max(Math.round(share * last), 0), last);
}

/** Which side leads, in one unit: proven results are never in per cent. */
export function standingText(at: ReviewPosition): string {
  if (at.looks === 0) return t("review.graph.unknown");
  const who = at.black > 0.5 ? "black" : at.black < 0.5 ? "white" : "draw";
  const chance =
    at.over || at.solved ? t(`review.graph.${at.over ? "over" : "certain"}.${who}`) : chanceText(at.black);
  return at.counts && !at.solved && !opposed(at) ? `${chance}, ${leadText(at.lead)}` : chance;
}

/**
 * Reports whether win probability and lead favour different sides, as they may in a close game: the side that wins
 * more playouts may have the smaller mean score. Side by side they would seem contradictory.
 */
const opposed = (at: ReviewPosition): boolean =>
  !at.over && Math.abs(at.lead) >= 0.5 && (at.black - 0.5) * at.lead < 0;

function chanceText(black: number): string {
  if (percent(black) === percent(0.5)) return t("review.graph.bothWays");
  const color = black > 0.5 ? t("common.black") : t("common.white");
  return t("review.graph.chanceOf", { color, chance: guessed(Math.max(black, 1 - black)) });
}

/** An uncertain win probability is never worded as certain. */
const guessed = (value: number): string => percent(Math.min(Math.max(value, 0.01), 0.99));

/** The leader and the lead, as an estimate; above 0 it is Black. */
export function leadText(lead: number): string {
  if (Math.abs(lead) < 0.5) return t("review.graph.level");
  const points = Math.abs(lead);
  const side = lead > 0 ? "black" : "white";
  return t(`review.graph.lead.${side}`, { count: halves(points), points: pointsText(points) });
}

/** How good a move was; "" if unknown. */
export function classText(move: ReviewMove): string {
  if (bad(move) && move.sure) return t(`review.class.${move.class}`);
  if (bad(move)) return t(`review.perhaps.${move.class}`);
  if (move.class === "best" || move.class === "good") return t(`review.class.${move.class}`);
  return "";
}

/** The better move; "" if there was none, or it does not matter. */
export function betterText(move: ReviewMove, called: (move: string) => string): string {
  if (!bad(move) || !move.better) return "";
  return t(move.proven ? "review.proven" : "review.better", { move: called(move.better) });
}

/** What a move cost, in win probability and, if the game counts them, in points; "" for next to nothing. */
export function lostText(move: ReviewMove): string {
  const chance = percent(move.loss);
  const [count, points] = [halves(move.points), pointsText(move.points)];
  const [some, counted] = [move.loss >= 0.005, move.counts && move.points >= 0.75];
  if (some && counted) return t("review.lost.both", { count, chance, points });
  if (some) return t("review.lost.chance", { chance });
  return counted ? t("review.lost.points", { count, points }) : "";
}

/** What a move cost in win probability, in short; "" for next to nothing. */
export const costText = (move: ReviewMove): string =>
  move.loss >= 0.005 ? t("review.worst.cost", { chance: percent(move.loss) }) : "";

/** The move that led to the position after that many moves. */
export function moveText(
  review: Review,
  ply: number,
  numberOf: (ply: number) => number,
  called: (move: string) => string,
): string {
  const move = review.moves[ply - 1];
  if (!move) return t("review.graph.begin");
  const number = numberOf(ply);
  if (number === 0) return t("review.graph.choice", { move: called(move.move) });
  return t("review.graph.move", { number, color: colorName(move.color), move: called(move.move) });
}

/** The text about the position after that many moves, and about the previous move if it was bad. */
export function valueText(review: Review, ply: number, called: (move: string) => string): string {
  const [at, move] = [review.positions[ply], review.moves[ply - 1]];
  const of = move && bad(move) ? [classText(move), betterText(move, called)] : [];
  return at ? [standingText(at), ...of].filter(Boolean).join("; ") : "";
}

/** The number of the next bad move before or after a ply; the ply itself without one. */
export function nextBad(review: Review, ply: number, by: 1 | -1): number {
  for (let at = ply + by; at >= 1 && at <= review.moves.length; at += by) {
    const move = review.moves[at - 1];
    if (move && bad(move)) return at;
  }
  return ply;
}
