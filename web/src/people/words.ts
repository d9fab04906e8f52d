// Texts about people: their roles, habits and places.
import { t } from "../text/text.ts";
import { gameAndBoard } from "../lib/words/titles.ts";
import type { FormGame, Leader, LevelRating, Profile, Tally } from "../wire.ts";

const roles: Record<string, string> = {
  bot: t("people.badge.bot"),
  moderator: t("people.badge.moderator"),
  administrator: t("people.badge.administrator"),
};

/** The badges beside the name of an account, in a word or two each. */
export function badges({ role, suspended }: Pick<Profile, "role" | "suspended">): string[] {
  return [roles[role] ?? "", suspended ? t("people.badge.suspended") : ""].filter((text) => text !== "");
}

export const gamesOf = ({ won, lost, drawn }: Tally): number => won + lost + drawn;

/** "3 won, 1 lost in 4 finished games."; if there may be more than were counted, "among the last 500" */
export function tallyText(tally: Tally, most: number): string {
  const games = gamesOf(tally);
  const { won, lost, drawn } = tally;
  const kind: "all" | "last" = games >= most ? "last" : "all";
  const count = Math.min(games, most);
  return drawn > 0
    ? t(`people.tally.${kind}Drawn`, { count, won, lost, drawn })
    : t(`people.tally.${kind}`, { count, won, lost });
}

const resultOf = ({ result }: Pick<FormGame, "result">): "won" | "lost" | "drawn" =>
  result === "won" || result === "lost" ? result : "drawn";

export const letterOf = (game: Pick<FormGame, "result">): string => t(`people.form.letter.${resultOf(game)}`);

/** "Won against Bo: Go on 9×9" */
export const formText = (game: FormGame, opponent: string): string =>
  t(`people.form.${resultOf(game)}`, { opponent, ...gameAndBoard(game) });

/** A row of a leader board: a person with their place, or a level of the computer in between. */
interface LeaderRow {
  /** from 1; 0 for a level */
  place: number;
  /** for a person; "" for a level */
  name: string;
  /** a program */
  bot?: boolean;
  /** 0 for a person */
  level: number;
  points: number;
  text: string;
  /** 0 for a level */
  games: number;
}

/**
 * People and levels by their points. If not all people are loaded yet, the levels that may belong among the others
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
