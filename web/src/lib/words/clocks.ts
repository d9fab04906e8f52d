// Clocks in words, from their specs: the format of game/clock.
import { t } from "../../text/text.ts";

const units = { d: 86_400, h: 3600, m: 60, s: 1 } as const;
const spans = [
  ["days", 86_400],
  ["hours", 3600],
  ["minutes", 60],
  ["seconds", 1],
] as const;

/** The seconds of a duration such as "1h30m". */
const secondsOf = (span: string): number =>
  [...span.matchAll(/(\d+)([dhms])/g)].reduce(
    (sum, [, n, unit]) => sum + Number(n) * units[unit as keyof typeof units],
    0,
  );

/** A duration in words: "1 hour 30 minutes". */
function spanText(span: string): string {
  let left = secondsOf(span);
  const parts: string[] = [];
  for (const [unit, seconds] of spans) {
    const count = Math.floor(left / seconds);
    if (count > 0) parts.push(t(`common.span.${unit}`, { count }));
    left %= seconds;
  }
  return parts.join(" ");
}

const numbers = /^(\w+)=(?:(\w+?)\+)?(?:(\d+)[x/])?(\w+)$/;

/**
 * The clock of a spec in words, such as "5 minutes, and 3 seconds more after each move"; text for an unknown spec.
 */
export function clockOf(spec: string, text: string): string {
  const [, kind = "", main = "", count = "", step = ""] = numbers.exec(spec) ?? [];
  const time = spanText(step);
  const before = secondsOf(main) > 0 ? t("games.clocks.first", { time: spanText(main) }) : "";
  switch (kind) {
    case "absolute":
      return t("games.clocks.absolute", { time });
    case "fischer":
      return t("games.clocks.fischer", { main: spanText(main), time });
    case "byoyomi":
      return before + t("games.clocks.byoyomi", { count: Number(count), time });
    case "canadian":
      return before + t("games.clocks.canadian", { count: Number(count), time });
    case "move":
    case "correspondence":
      return t("games.clocks.move", { time });
  }
  return text;
}
