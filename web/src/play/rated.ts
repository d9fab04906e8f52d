// The rating changes of a rated game, in words.
import { t } from "../text/text.ts";
import type { SeatRating } from "../wire.ts";

const whole = (points: number): string => String(Math.round(points));

/** "1512 → 1530, 9k?"; "1512 → 1530?" in games without ranks */
export function ratingText({ before, after, text }: SeatRating): string {
  const now = whole(after);
  if (text === now || text === now + "?") return `${whole(before)} → ${text}`;
  return `${whole(before)} → ${now}, ${text}`;
}

/** "+18" or "−7" */
export function changeText({ before, after }: SeatRating): string {
  const change = Math.round(after) - Math.round(before);
  return change < 0 ? `−${-change}` : `+${change}`;
}

/** The text after the game, for a player of that seat or, with "", for others; "" if nothing changed. */
export function ratedText(seats: readonly SeatRating[], you: string): string {
  const refusal = seats.find((s) => s.refusal)?.refusal;
  if (refusal) return t("play.rating.refused", { reason: refusal });
  const own = seats.find((s) => s.seat === you);
  return own ? t("play.rating.yours", { rating: ratingText(own) }) : "";
}
