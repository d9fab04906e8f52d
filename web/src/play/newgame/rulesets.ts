// Sets of rules that players know by a name, such as the Chinese ones: values of several options at once.
import { parseRules } from "../../lib/games/rules.ts";
import type { GameEntry, RuleSet } from "../../wire.ts";

/** What is said of a game by those who set its options. */
export type Ruled = Pick<GameEntry, "options" | "ruleSets">;
type Values = Readonly<Record<string, string>>;

const valuesOf = (set: RuleSet): Values => parseRules(set.rules).values;

/** The options that a set fixes: players agree on komi beside it. */
const fixed = (set: RuleSet): [string, string][] =>
  Object.entries(valuesOf(set)).filter(([id]) => id !== "komi");

const usual = (game: Ruled, id: string): string | undefined => game.options.find((o) => o.id === id)?.default;

/** The set that rules are; null for one's own. Values are only what differs from the defaults. */
export const ruleSetOf = (game: Ruled, values: Values): RuleSet | null =>
  game.ruleSets.find((set) => fixed(set).every(([id, value]) => (values[id] ?? usual(game, id)) === value)) ??
  null;

/** The rules with the options of a set, and with all others as they were. */
export function withRuleSet(game: Ruled, before: Values, set: RuleSet): Record<string, string> {
  const options = fixed(set);
  const others = Object.entries(before).filter(([id]) => options.every(([other]) => other !== id));
  return Object.fromEntries([...others, ...options.filter(([id, value]) => value !== usual(game, id))]);
}

/** The komi of an even game by the set that rules are; undefined for one's own. */
export function komiOfSet(game: Ruled, values: Values): string | undefined {
  const set = ruleSetOf(game, values);
  return set ? valuesOf(set)["komi"] : undefined;
}
