// The geometry of charts.
import { momentText, numeral } from "../../text/text.ts";

export const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

/** Round numbers from at most `low` to at least `high`, about `wanted` in number. */
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

/** A rating at a time, with one standard deviation. */
export interface Sample {
  /** RFC 3339 */
  at: string;
  points: number;
  deviation: number;
}

/** A chart of ratings over time, in pixels. */
interface RatingChart {
  /** the line, as the "d" of a path */
  line: string;
  /** one deviation above and below it */
  band: string;
  points: { x: number; y: number }[];
  marks: { y: number; text: string }[];
  from: string;
  to: string;
}

/** The frame of a chart: its size, and the room for labels at the left and below. */
interface Frame {
  width: number;
  height: number;
  left: number;
  bottom: number;
  top: number;
}

export function ratingChart(history: readonly Sample[], frame: Frame): RatingChart {
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
    marks: levels.map((value) => ({ y: y(value), text: numeral(value) })),
    from: momentText(history[0]?.at ?? "", "shortDay"),
    to: momentText(history[history.length - 1]?.at ?? "", "shortDay"),
  };
}

const round = (n: number): number => Math.round(n * 10) / 10;
