// What follows from other rules of Go: komi is what the set of rules has, and half a
// point with a handicap; for one's own rules it is what game/rules/weiqi takes where an id names none.
import type { Board } from "../../wire.ts";
import { komiOfSet, type Ruled } from "./rulesets.ts";

type Values = Readonly<Record<string, string>>;

/** Points for White where nobody chose them: few with a handicap, be it of one stone. */
function usualKomi(game: Ruled, values: Values): string {
  if (Number(values["handicap"] ?? 0) > 0) return "0.5";
  return komiOfSet(game, values) ?? (values["score"] === "territory" ? "6.5" : "7.5");
}

/**
 * The rules after a change of others, with the komi that is usual then; one that somebody chose stays.
 * Values are only what differs from the defaults.
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

/** Whether a handicap can be asked for on a board: on grids, be it one without komi, and where stars were drawn. */
export const hasStones = ({ width, stars }: Pick<Board, "width" | "stars">): boolean =>
  width > 0 || stars.length > 1;

/** How many stones Black has at the start: a handicap of one is none, but the first move without komi. */
export function stonesGiven(values: Values): number {
  const handicap = Number(values["handicap"] ?? 0);
  return handicap > 1 ? handicap : 0;
}

/** The value of an option as the server knows it, which has no handicap of one stone. */
export const valueSent = (option: string, value: string): string =>
  option === "handicap" && value === "1" ? "0" : value;

const without = (values: Values, id: string): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== id));
