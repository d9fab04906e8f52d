// Games by correspondence by the day on which time runs out.
import type { WeekGame } from "../wire.ts";

export interface Day {
  /** how many days from today; 7 for all later ones, -1 where no time runs */
  ahead: number;
  /** when the first of its games ends */
  at: string;
  games: WeekGame[];
}

/** The days that are told one by one. */
export const WEEK = 7;

/** Midnight before a moment, where the one who looks is. */
function midnight(at: number): Date {
  const day = new Date(at);
  day.setHours(0, 0, 0, 0);
  return day;
}

/** How many days a moment is ahead, as calendars count: a day may have 23 hours, or 25. */
const daysAhead = (at: number, now: number): number =>
  Math.round((midnight(at).getTime() - midnight(now).getTime()) / 86_400_000);

/** Games in the order in which they come, by days of the week ahead. */
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
