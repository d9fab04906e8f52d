// Correspondence games by the day of their deadline.
import type { WeekGame } from "../wire.ts";

export interface Day {
  /** the number of days from today; 7 for all later ones, -1 if no time runs */
  ahead: number;
  /** when the first of its games ends */
  at: string;
  games: WeekGame[];
}

/** The days that are shown separately. */
export const WEEK = 7;

/** Midnight before a moment, in the user's time zone. */
function midnight(at: number): Date {
  const day = new Date(at);
  day.setHours(0, 0, 0, 0);
  return day;
}

/** The number of calendar days to a moment: a day may have 23 hours, or 25. */
const daysAhead = (at: number, now: number): number =>
  Math.round((midnight(at).getTime() - midnight(now).getTime()) / 86_400_000);

/** Games in their order, by days of the coming week. */
export function byDay(games: readonly WeekGame[], now: number): Day[] {
  const days: Day[] = [];
  for (const game of games) {
    const ahead = game.deadline ? Math.min(Math.max(daysAhead(Date.parse(game.deadline), now), 0), WEEK) : -1;
    const last = days.at(-1);
    if (last?.ahead === ahead) last.games.push(game);
    else days.push({ ahead, at: game.deadline, games: [game] });
  }
  return days;
}
