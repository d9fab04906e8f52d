// Named rule sets, such as the Chinese one: values of several options together.
import { parseRules } from "../../lib/games/rules.ts";
import type { GameEntry, RuleSet } from "../../wire.ts";

/** Rule sets of a game, by its options. */
export type Ruled = Pick<GameEntry, "options" | "ruleSets">;
type Values = Readonly<Record<string, string>>;

const valuesOf = (set: RuleSet): Values => parseRules(set.rules).values;

/** The options that a set fixes: players agree on komi separately. */
const fixed = (set: RuleSet): [string, string][] =>
  Object.entries(valuesOf(set)).filter(([id]) => id !== "komi");

const usual = (game: Ruled, id: string): string | undefined => game.options.find((o) => o.id === id)?.default;

/** The set that the rules match; null for custom rules. Values hold only differences from the defaults. */
export const ruleSetOf = (game: Ruled, values: Values): RuleSet | null =>
  game.ruleSets.find((set) => fixed(set).every(([id, value]) => (values[id] ?? usual(game, id)) === value)) ??
  null;

/** The rules with the options of a set, and all other options unchanged. */
export function withRuleSet(game: Ruled, before: Values, set: RuleSet): Record<string, string> {
  const options = fixed(set);
  const others = Object.entries(before).filter(([id]) => options.every(([other]) => other !== id));
  return Object.fromEntries([...others, ...options.filter(([id, value]) => value !== usual(game, id))]);
}

/** The komi of an even game by the matching set; undefined for custom rules. */
export function komiOfSet(game: Ruled, values: Values): string | undefined {
  const set = ruleSetOf(game, values);
  return set ? valuesOf(set)["komi"] : undefined;
}
