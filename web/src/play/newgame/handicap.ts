// Values that follow from other rules of Go: komi is that of the rule set, and half a point with a handicap; for
// custom rules it is the default of game/rules/weiqi.
import type { Board } from "../../wire.ts";
import { komiOfSet, type Ruled } from "./rulesets.ts";

type Values = Readonly<Record<string, string>>;

/** White's default points: few with a handicap, even one of a single stone. */
function usualKomi(game: Ruled, values: Values): string {
  if (Number(values["handicap"] ?? 0) > 0) return "0.5";
  return komiOfSet(game, values) ?? (values["score"] === "territory" ? "6.5" : "7.5");
}

/**
 * The rules after a change of others, with the usual komi; one that the user chose stays. Values hold only
 * differences from the defaults.
 */
export function withUsualKomi(
  game: Ruled,
  before: Values,
  after: Record<string, string>,
): Record<string, string> {
  const komi = game.options.find((o) => o.id === "komi");
  const chosen = before["komi"] !== after["komi"];
  if (!komi || chosen || (before["komi"] ?? komi.default) !== usualKomi(game, before)) return after;
  const usual = usualKomi(game, after);
  const others = without(after, "komi");
  return usual === komi.default ? others : { ...others, komi: usual };
}

/**
 * Reports whether a board allows a handicap: grids do, at least one without komi, and so do boards with drawn
 * handicap points.
 */
export const hasStones = ({ width, stars }: Pick<Board, "width" | "stars">): boolean =>
  width > 0 || stars.length > 1;

/** The number of Black's handicap stones: a handicap of one places none, but is the first move without komi. */
export function stonesGiven(values: Values): number {
  const handicap = Number(values["handicap"] ?? 0);
  return handicap > 1 ? handicap : 0;
}

/** The server's value of an option: it has no handicap of one stone. */
export const valueSent = (option: string, value: string): string =>
  option === "handicap" && value === "1" ? "0" : value;

const without = (values: Values, id: string): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== id));
