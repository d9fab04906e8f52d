// What is left on the clocks of a game between two words of the server, and how
// that is written: the twin of game/clock on the page. It reads no clock itself;
// times are milliseconds.
import { t } from "../../text/text.ts";
import type { Clocks, Left } from "../../wire.ts";

export type Seat = "black" | "white";

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;

/** What somebody has left who has thought for so long; nothing once their flag should have fallen. */
function run(left: Left, elapsed: number, step: number): Left {
  if (elapsed <= 0) return left;
  if (elapsed > left.total) return { ...left, total: 0, main: 0, periods: 0, period: 0 };
  const main = Math.max(left.main - elapsed, 0);
  let over = elapsed - (left.main - main);
  let { periods, period } = left;
  if (over > period) {
    // Of byo-yomi: elsewhere there is no more than one period.
    over -= period;
    const lost = Math.ceil(over / step);
    periods -= lost;
    period = lost * step;
  }
  return { ...left, total: left.total - elapsed, main, periods, period: period - over };
}

/** What the player on a seat has left, so long after the clocks were as the server says. */
export function leftAfter(clocks: Clocks, seat: Seat, elapsed: number): Left {
  const left = clocks[seat];
  if (clocks.running === "") return left;
  const away = left.vacation > 0 ? { ...left, vacation: Math.max(left.vacation - elapsed, 0) } : left;
  const rested = left.paused ? { ...away, leave: Math.max(left.leave - elapsed, 0) } : away;
  return clocks.running === seat ? run(rested, elapsed - clocks.stopped, clocks.step) : rested;
}

/** Whether the time of the player on a seat passes at this moment. */
export const runs = (clocks: Clocks, seat: Seat, elapsed: number): boolean =>
  clocks.running === seat && elapsed >= clocks.stopped;

/** The time that stands in large: the main time, and once that is used up what is left of the period. */
export const shown = (left: Left): number => (left.main > 0 ? left.main : left.period);

/** How long until something is lost: a period of byo-yomi, elsewhere the game. */
export const untilLoss = (clocks: Clocks, left: Left): number =>
  clocks.kind === "byoyomi" ? left.main + left.period : left.total;

/** Whether main time is running that other time follows: its end loses nothing. */
export const isMain = ({ kind }: Clocks, { main }: Left): boolean =>
  (kind === "byoyomi" || kind === "canadian") && main > 0;

/** How long until something changes that has to be known: the main time ends, or something is lost. */
export const untilNext = (clocks: Clocks, left: Left): number =>
  isMain(clocks, left) ? left.main : untilLoss(clocks, left);

/** Whether somebody plays on their last period of byo-yomi. */
const isLastPeriod = (clocks: Clocks, left: Left): boolean =>
  clocks.kind === "byoyomi" && left.main === 0 && left.periods <= 1;

/** Whether there is so little time that it has to be seen, while it counts; half of a period or a move at most. */
export function isLow(clocks: Clocks, left: Left): boolean {
  if (clocks.running === "") return false;
  if (clocks.kind === "correspondence") return left.total < hour;
  const whole = clocks.kind === "byoyomi" || clocks.kind === "move" ? clocks.step : Infinity;
  return untilLoss(clocks, left) < Math.min(10 * second, whole / 2) || isLastPeriod(clocks, left);
}

const two = (n: number): string => String(n).padStart(2, "0");

/** A time in numerals: "2 d 5 h", "1:05:09", "4:59", below ten seconds "9.4". What is begun is not counted. */
export function timeText(ms: number): string {
  const left = Math.max(ms, 0);
  if (left < 10 * second) return (Math.floor(left / 100) / 10).toFixed(1);
  if (left >= day)
    return t("play.clock.days", { days: Math.floor(left / day), hours: Math.floor((left % day) / hour) });
  const seconds = Math.floor(left / second);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** For how many milliseconds the numerals of a time stay as they are. */
export function staysFor(ms: number): number {
  const left = Math.max(ms, 0);
  if (left >= day) return (left % hour) + 1;
  return (left % (left < 10 * second ? 100 : second)) + 1;
}

/** How many characters the numerals of a clock may need, so that room is kept for them. */
export function widest(clocks: Clocks): number {
  const most = Math.max(clocks.step, clocks.black.main, clocks.white.main);
  if (clocks.kind === "correspondence") return most > 10 * day ? 9 : 8;
  if (most >= hour) return most >= 10 * hour ? 8 : 7;
  return 5;
}

const units = [
  [day, "day"],
  [hour, "hour"],
  [60 * second, "minute"],
  [second, "second"],
] as const;

/** A time in words: "2 days 5 hours", "4 minutes 59 seconds", "9 seconds". */
export function timeWords(ms: number): string {
  let rest = Math.max(ms, 0);
  const parts: string[] = [];
  for (const [span, unit] of units) {
    const count = Math.floor(rest / span);
    rest %= span;
    if (count > 0) parts.push(t(`play.span.${unit}`, { count }));
  }
  const [larger = t("play.span.second", { count: 0 }), smaller] = parts;
  return smaller ? t("play.span.two", { larger, smaller }) : larger;
}

/** A short span such as a period: "30 s", "5 min", "1:30 min". */
function spanText(ms: number): string {
  if (ms < 60 * second) return t("play.clock.seconds", { seconds: ms / second });
  const minutes = ms % (60 * second) === 0 ? ms / (60 * second) : timeText(ms);
  return t("play.clock.minutes", { minutes });
}

/** The small line at a clock: what comes after the time that is shown, or what has to be done in it. */
export function moreText(clocks: Clocks, left: Left): string {
  if (left.vacation > 0) return t("play.clock.vacation", { time: timeText(left.vacation) });
  if (left.paused) return t("play.clock.leave", { time: timeText(left.leave) });
  const time = spanText(clocks.step);
  switch (clocks.kind) {
    case "fischer":
      return t("play.clock.increment", { time });
    case "byoyomi":
      if (left.main > 0) return t("play.clock.thenPeriods", { periods: left.periods, time });
      if (isLastPeriod(clocks, left)) return t("play.clock.lastPeriod");
      return t("play.clock.periods", { count: left.periods });
    case "canadian":
      if (left.main > 0) return t("play.clock.thenStones", { stones: clocks.stones, time });
      return t("play.clock.stones", { count: left.stones });
    case "move":
    case "correspondence":
      return t("play.clock.aMove");
  }
  return "";
}

/** The sentence that is said when little is left until something is lost, or until the main time ends. */
export function warningText(clocks: Clocks, left: Left, mark: number): string {
  const time = mark === 60 * second ? t("play.clock.oneMinute") : timeWords(mark);
  if (isMain(clocks, left))
    return t(`play.clock.leftOfMain.${clocks.kind === "byoyomi" ? "byoyomi" : "canadian"}`, { time });
  if (clocks.kind !== "byoyomi") return t("play.clock.left", { time });
  return left.periods > 1
    ? t("play.clock.leftOfPeriod", { time })
    : t("play.clock.leftOfLastPeriod", { time });
}
