// The age of a game, in words.
import { t } from "../../text/text.ts";

/** How long ago, such as "3 minutes ago". */
export function ago(then: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(then)) / 1000);
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 60) return t("games.ago.now");
  if (seconds < 3600) return t("games.ago.minutes", { count: Math.floor(seconds / 60) });
  if (seconds < 86_400) return t("games.ago.hours", { count: Math.floor(seconds / 3600) });
  return t("games.ago.days", { count: Math.floor(seconds / 86_400) });
}
