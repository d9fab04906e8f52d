// How old a game is, in words.
import { count } from "./words.ts";

/** How long ago, such as "3 minutes ago". */
export function ago(then: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(then)) / 1000);
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 60) return "just now";
  if (seconds < 3600) return count(Math.floor(seconds / 60), "minute") + " ago";
  if (seconds < 86_400) return count(Math.floor(seconds / 3600), "hour") + " ago";
  return count(Math.floor(seconds / 86_400), "day") + " ago";
}
