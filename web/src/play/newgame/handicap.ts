// What follows from other rules of Go: a handicap of one stone is none, and komi is what
// the set of rules has; for one's own
// rules it is what rules/weiqi takes where an id names none.
import { komiOfSet, type Ruled } from "./rulesets.ts";

type Values = Readonly<Record<string, string>>;

/** Points for White where nobody chose them: few where Black has stones on the board already. */
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

/** The rules with a handicap that there is: counting up from none comes to two stones, counting down from two to none. */
export function withWholeHandicap(before: Values, after: Record<string, string>): Record<string, string> {
  if (after["handicap"] !== "1") return after;
  return before["handicap"] ? without(after, "handicap") : { ...after, handicap: "2" };
}

const without = (values: Values, id: string): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== id));
