// What is said of people: who they are, how they play, where they stand.
import { count } from "../lib/words/words.ts";
import type { FormGame, Leader, LevelRating, Profile, Tally } from "../wire.ts";

const roles: Record<string, string> = {
  bot: "A program",
  moderator: "Moderator",
  administrator: "Administrator",
};

/** What stands beside the name of somebody with an account, in a word or two each. */
export function badges({ role, suspended }: Pick<Profile, "role" | "suspended">): string[] {
  return [roles[role] ?? "", suspended ? "Suspended" : ""].filter((text) => text !== "");
}

/** "1 July 2026" */
export function dayOf(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return "";
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}

export const gamesOf = ({ won, lost, drawn }: Tally): number => won + lost + drawn;

/** "3 won, 1 lost, 2 drawn" */
export function tallyText({ won, lost, drawn }: Tally): string {
  const parts = [`${won.toLocaleString("en")} won`, `${lost.toLocaleString("en")} lost`];
  if (drawn > 0) parts.push(`${drawn.toLocaleString("en")} drawn`);
  return parts.join(", ");
}

/** "of their last 500 finished games" where there may be more than were counted, else "of 12 finished games" */
export function countedText(tally: Tally, most: number): string {
  const games = gamesOf(tally);
  return games >= most
    ? `among the last ${most.toLocaleString("en")} finished games`
    : `in ${count(games, "finished game")}`;
}

const results: Record<string, { letter: string; text: string }> = {
  won: { letter: "W", text: "Won against" },
  lost: { letter: "L", text: "Lost against" },
  drawn: { letter: "D", text: "Drawn with" },
};

export const letterOf = ({ result }: Pick<FormGame, "result">): string => results[result]?.letter ?? "";

/** "Won against Bo: Go on 9×9" */
export function formText(game: FormGame, opponent: string): string {
  return `${results[game.result]?.text ?? ""} ${opponent}: ${game.gameTitle} on ${game.boardTitle}`;
}

/** A row of a leader board: a person with their place, or a level of the computer between them. */
interface LeaderRow {
  /** from 1; 0 for a level */
  place: number;
  /** of a person; "" for a level */
  name: string;
  /** 0 for a person */
  level: number;
  points: number;
  text: string;
  /** 0 for a level */
  games: number;
}

/**
 * People and levels by their points. Where not all people are known yet, the levels that may stand among the others
 * wait.
 */
export function leaderRows(
  leaders: readonly Leader[],
  levels: readonly LevelRating[],
  complete: boolean,
): LeaderRow[] {
  const people = leaders.map((l, i) => ({ ...l, place: i + 1, level: 0 }));
  const least = complete ? -Infinity : (leaders.at(-1)?.points ?? -Infinity);
  const known = levels.filter((l) => l.points >= least);
  const computer = known.map((l) => ({ ...l, place: 0, name: "", games: 0 }));
  return [...people, ...computer].sort(
    (a, b) => b.points - a.points || (a.level && b.level ? b.level - a.level : a.level - b.level),
  );
}
