// What the trainer shows: words, times and the geometry of its charts.
import type { TrainingExam, TrainingProblem, TrainingRating, TrainingSample } from "../wire.ts";
import { colorName, count } from "./words.ts";

/** The large line over a problem. */
export function taskLine({ toPlay, question }: Pick<TrainingProblem, "toPlay" | "question">): string {
  return `${colorName(toPlay)} to play and ${question}`;
}

/** "1,512 ± 80 (12k)"; a rank that is a guess has a question mark */
export function ratingText({ points, deviation, rank, provisional }: TrainingRating): string {
  const whole = Math.round(points).toLocaleString("en");
  return `${whole} ± ${Math.round(deviation)} (${rank}${provisional ? "?" : ""})`;
}

/** "+12" or "−7" */
export function changeText(change: number): string {
  const whole = Math.round(change);
  return whole < 0 ? `−${-whole}` : `+${whole}`;
}

/** "4:05" */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** How an exam has ended, as a sentence. */
export function examText({ right, problems, passed }: TrainingExam): string {
  return `${passed ? "Passed" : "Not passed"}: ${right} of ${count(problems, "problem")} solved.`;
}

/** When something will be, from now on: "in 3 hours". */
export function untilText(then: string, now: number): string {
  const minutes = Math.ceil((Date.parse(then) - now) / 60_000);
  if (!Number.isFinite(minutes) || minutes <= 0) return "now";
  if (minutes < 90) return "in " + count(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 36 ? "in " + count(hours, "hour") : "in " + count(Math.round(hours / 24), "day");
}

export const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

/** Round numbers from at most `low` to at least `high`, about `wanted` of them. */
export function ticks(low: number, high: number, wanted: number): number[] {
  const span = Math.max(high - low, 1);
  const rough = span / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? 10 * power;
  const out: number[] = [];
  for (let at = Math.floor(low / step) * step; ; at += step) {
    out.push(at);
    if (at >= high) return out;
  }
}

/** A chart of ratings over time, in pixels. */
export interface RatingChart {
  /** the line, as the "d" of a path */
  line: string;
  /** one deviation above and below it */
  band: string;
  points: { x: number; y: number }[];
  marks: { y: number; text: string }[];
  from: string;
  to: string;
}

/** The frame of a chart: its size, and the room for words at the left and beneath. */
export interface Frame {
  width: number;
  height: number;
  left: number;
  bottom: number;
  top: number;
}

export function ratingChart(history: readonly TrainingSample[], frame: Frame): RatingChart {
  const lows = history.map((s) => s.points - s.deviation);
  const highs = history.map((s) => s.points + s.deviation);
  const levels = ticks(Math.min(...lows), Math.max(...highs), 4);
  const [low, high] = [levels[0] ?? 0, levels[levels.length - 1] ?? 1];
  const last = Math.max(history.length - 1, 1);
  const right = frame.width - 8;
  const x = (i: number) => round(frame.left + ((right - frame.left) * i) / last);
  const y = (value: number) =>
    round(frame.top + (frame.height - frame.bottom - frame.top) * (1 - (value - low) / (high - low)));
  const points = history.map((s, i) => ({ x: x(i), y: y(s.points) }));
  const above = highs.map((value, i) => `${x(i)} ${y(value)}`);
  const below = lows.map((value, i) => `${x(i)} ${y(value)}`).reverse();
  return {
    line: points.length ? "M" + points.map((p) => `${p.x} ${p.y}`).join("L") : "",
    band: points.length ? `M${[...above, ...below].join("L")}Z` : "",
    points,
    marks: levels.map((value) => ({ y: y(value), text: value.toLocaleString("en") })),
    from: dayText(history[0]?.at ?? ""),
    to: dayText(history[history.length - 1]?.at ?? ""),
  };
}

const round = (n: number): number => Math.round(n * 10) / 10;

/** "1 Jul" */
export function dayText(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime())
    ? ""
    : date.toLocaleDateString("en-GB", { day: "numeric", month: "short" });
}

/** The most bytes that one import may have, of all its files together. */
export const maxImport = 3 << 20;

/** The files of a folder that may hold problems, in the order of their names. */
export function problemFiles<T extends { name: string; size: number }>(files: readonly T[]): T[] {
  return files
    .filter((f) => /\.(sgf|txt|jsonl|tsumego)$/i.test(f.name))
    .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
}
