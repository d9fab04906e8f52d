import { expect, it } from "vitest";

import { optionWith } from "../../lib/games/testing/games.ts";
import type { RuleSet } from "../../wire.ts";
import { withUsualKomi, withWholeHandicap } from "./handicap.ts";

const ruleSets: RuleSet[] = [
  {
    id: "weiqi.new-zealand",
    title: "New Zealand",
    text: "",
    rules: "weiqi:komi=7,score=area,suicide=yes",
  },
];
const options = [
  optionWith({ id: "komi", default: "7.5" }),
  optionWith({ id: "handicap", default: "0" }),
  optionWith({ id: "score", default: "area" }),
  optionWith({ id: "suicide", default: "no" }),
];
const game = { options, ruleSets };

it.each([
  [{}, { handicap: "2" }, { handicap: "2", komi: "0.5" }],
  [
    { handicap: "2", komi: "0.5" },
    { handicap: "3", komi: "0.5" },
    { handicap: "3", komi: "0.5" },
  ],
  [{ handicap: "2", komi: "0.5" }, { komi: "0.5" }, {}],
  [{}, { score: "territory" }, { score: "territory", komi: "6.5" }],
  [
    { score: "territory", handicap: "2", komi: "0.5" },
    { score: "territory", komi: "0.5" },
    { score: "territory", komi: "6.5" },
  ],
  [{}, { suicide: "yes" }, { suicide: "yes", komi: "7" }],
  [{ suicide: "yes", komi: "7" }, { komi: "7" }, {}],
  [
    { suicide: "yes", komi: "7" },
    { suicide: "yes", komi: "7", handicap: "2" },
    { suicide: "yes", komi: "0.5", handicap: "2" },
  ],
])("after a change from %j to %j the rules are %j", (before, after, rules) => {
  expect(withUsualKomi(game, before, after)).toEqual(rules);
});

it("keeps a komi that somebody chose, and leaves other games alone", () => {
  const chosen = { handicap: "2", komi: "3.5" };
  expect(withUsualKomi(game, { komi: "3.5" }, chosen)).toEqual(chosen);
  expect(withUsualKomi(game, { handicap: "2", komi: "0.5" }, chosen)).toEqual(chosen);
  expect(withUsualKomi({ options: [optionWith({ id: "n" })], ruleSets: [] }, {}, { n: "4" })).toEqual({
    n: "4",
  });
});

it("has no handicap of one stone", () => {
  expect(withWholeHandicap({}, { handicap: "1" })).toEqual({ handicap: "2" });
  expect(withWholeHandicap({ handicap: "2" }, { handicap: "1", ko: "simple" })).toEqual({ ko: "simple" });
  expect(withWholeHandicap({}, { handicap: "3" })).toEqual({ handicap: "3" });
});
