import { expect, it } from "vitest";

import { optionWith } from "../../lib/games/testing/games.ts";
import type { RuleSet, RuleSetID } from "../../wire.ts";
import { komiOfSet, ruleSetOf, withRuleSet } from "./rulesets.ts";

const setWith = (id: RuleSetID, rules: string): RuleSet => ({ id, title: id, text: "", rules });
const chinese = setWith("weiqi.chinese", "weiqi:komi=7.5,score=area,ko=positional,suicide=no");
const japanese = setWith("weiqi.japanese", "weiqi:komi=6.5,score=territory,ko=simple,suicide=no");
const newZealand = setWith("weiqi.new-zealand", "weiqi:komi=7,score=area,ko=situational,suicide=yes");
const game = {
  options: [
    optionWith({ id: "komi", default: "7.5" }),
    optionWith({ id: "handicap", default: "0" }),
    optionWith({ id: "score", default: "area" }),
    optionWith({ id: "ko", default: "positional" }),
    optionWith({ id: "suicide", default: "no" }),
  ],
  ruleSets: [chinese, japanese, newZealand],
};

it.each([
  [{}, chinese],
  [{ komi: "0.5", handicap: "3" }, chinese],
  [{ score: "territory", ko: "simple" }, japanese],
  [{ score: "territory", ko: "simple", komi: "-2" }, japanese],
  [{ ko: "situational", suicide: "yes" }, newZealand],
  [{ score: "territory" }, null],
  [{ ko: "simple" }, null],
  [{ score: "territory", ko: "simple", suicide: "yes" }, null],
])("knows %j by name, whatever komi and handicap", (values, set) => {
  expect(ruleSetOf(game, values)).toBe(set);
});

it("returns nothing for a game without rule sets", () => {
  expect(ruleSetOf({ options: game.options, ruleSets: [] }, {})).toBeNull();
});

it("sets the options of a set and keeps the others", () => {
  const before = { komi: "3.5", handicap: "2", ko: "natural" };
  const after = withRuleSet(game, before, japanese);
  expect(after).toEqual({ komi: "3.5", handicap: "2", score: "territory", ko: "simple" });
  expect(withRuleSet(game, after, chinese)).toEqual({ komi: "3.5", handicap: "2" });
});

it.each(game.ruleSets)("comes to $id from each other set", (set) => {
  for (const other of game.ruleSets)
    expect(ruleSetOf(game, withRuleSet(game, withRuleSet(game, {}, other), set))).toBe(set);
});

it("takes komi from the set", () => {
  expect(komiOfSet(game, { ko: "situational", suicide: "yes" })).toBe("7");
  expect(komiOfSet(game, { ko: "natural" })).toBeUndefined();
});
