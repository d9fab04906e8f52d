// The remaining time between two messages of the server, and its notation: the page's implementation of game/clock.
// It reads no clock itself; times are in milliseconds.
import { t } from "../../text/text.ts";
import type { Clocks, Left } from "../../wire.ts";

export type Seat = "black" | "white";

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;

/** The remaining time after some thinking time; zero after the flag should have fallen. */
function run(left: Left, elapsed: number, step: number): Left {
  if (elapsed <= 0) return left;
  if (elapsed > left.total) return { ...left, total: 0, main: 0, periods: 0, period: 0 };
  const main = Math.max(left.main - elapsed, 0);
  let over = elapsed - (left.main - main);
  let { periods, period } = left;
  if (over > period) {
    // With byo-yomi: other clocks have at most one period.
    over -= period;
    const lost = Math.ceil(over / step);
    periods -= lost;
    period = lost * step;
  }
  return { ...left, total: left.total - elapsed, main, periods, period: period - over };
}

/** The remaining time of a seat's player, some time after the server's state. */
export function leftAfter(clocks: Clocks, seat: Seat, elapsed: number): Left {
  const left = clocks[seat];
  if (clocks.running === "") return left;
  const away = left.vacation > 0 ? { ...left, vacation: Math.max(left.vacation - elapsed, 0) } : left;
  const rested = left.paused ? { ...away, leave: Math.max(left.leave - elapsed, 0) } : away;
  return clocks.running === seat ? run(rested, elapsed - clocks.stopped, clocks.step) : rested;
}

/** Reports whether the clock of a seat is running. */
export const runs = (clocks: Clocks, seat: Seat, elapsed: number): boolean =>
  clocks.running === seat && elapsed >= clocks.stopped;

/** The time in large digits: the main time, and after it the rest of the period. */
export const shown = (left: Left): number => (left.main > 0 ? left.main : left.period);

/** The time until a loss: of a byo-yomi period, or else of the game. */
export const untilLoss = (clocks: Clocks, left: Left): number =>
  clocks.kind === "byoyomi" ? left.main + left.period : left.total;

/** Reports whether main time with other time after it is running: its end loses nothing. */
export const isMain = ({ kind }: Clocks, { main }: Left): boolean =>
  (kind === "byoyomi" || kind === "canadian") && main > 0;

/** The time until the next important change: the end of the main time, or a loss. */
export const untilNext = (clocks: Clocks, left: Left): number =>
  isMain(clocks, left) ? left.main : untilLoss(clocks, left);

/** Reports whether a player is in their last byo-yomi period. */
const isLastPeriod = (clocks: Clocks, left: Left): boolean =>
  clocks.kind === "byoyomi" && left.main === 0 && left.periods <= 1;

/** Reports whether the time is low enough for a warning, while it runs; at most half of a period or a move. */
export function isLow(clocks: Clocks, left: Left): boolean {
  if (clocks.running === "") return false;
  if (clocks.kind === "correspondence") return left.total < hour;
  const whole = clocks.kind === "byoyomi" || clocks.kind === "move" ? clocks.step : Infinity;
  return untilLoss(clocks, left) < Math.min(10 * second, whole / 2) || isLastPeriod(clocks, left);
}

const two = (n: number): string => String(n).padStart(2, "0");

/** A time in digits: "2 d 5 h", "1:05:09", "4:59", below ten seconds "9.4". It is rounded down. */
export function timeText(ms: number): string {
  const left = Math.max(ms, 0);
  if (left < 10 * second) return (Math.floor(left / 100) / 10).toFixed(1);
  if (left >= day)
    return t("play.clock.days", { days: Math.floor(left / day), hours: Math.floor((left % day) / hour) });
  const seconds = Math.floor(left / second);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** How many milliseconds the digits of a time stay the same. */
export function staysFor(ms: number): number {
  const left = Math.max(ms, 0);
  if (left >= day) return (left % hour) + 1;
  return (left % (left < 10 * second ? 100 : second)) + 1;
}

/** The maximum number of characters of a clock, to reserve room for them. */
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

/** A short duration such as a period: "30 s", "5 min", "1:30 min". */
function spanText(ms: number): string {
  if (ms < 60 * second) return t("play.clock.seconds", { seconds: ms / second });
  const minutes = ms % (60 * second) === 0 ? ms / (60 * second) : timeText(ms);
  return t("play.clock.minutes", { minutes });
}

/** The small line at a clock: what follows the shown time, or what the player must do in it. */
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

/** The announcement when little time is left until a loss, or until the main time ends. */
export function warningText(clocks: Clocks, left: Left, mark: number): string {
  const time = mark === 60 * second ? t("play.clock.oneMinute") : timeWords(mark);
  if (isMain(clocks, left))
    return t(`play.clock.leftOfMain.${clocks.kind === "byoyomi" ? "byoyomi" : "canadian"}`, { time });
  if (clocks.kind !== "byoyomi") return t("play.clock.left", { time });
  return left.periods > 1
    ? t("play.clock.leftOfPeriod", { time })
    : t("play.clock.leftOfLastPeriod", { time });
}
