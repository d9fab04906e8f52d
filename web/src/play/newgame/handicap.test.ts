import { expect, it } from "vitest";

import { optionWith } from "../../lib/games/testing/games.ts";
import type { RuleSet } from "../../wire.ts";
import { stonesGiven, valueSent, withUsualKomi } from "./handicap.ts";

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

it("keeps a komi that the user chose, and ignores other games", () => {
  const chosen = { handicap: "2", komi: "3.5" };
  expect(withUsualKomi(game, { komi: "3.5" }, chosen)).toEqual(chosen);
  expect(withUsualKomi(game, { handicap: "2", komi: "0.5" }, chosen)).toEqual(chosen);
  expect(withUsualKomi({ options: [optionWith({ id: "n" })], ruleSets: [] }, {}, { n: "4" })).toEqual({
    n: "4",
  });
});

it("places no stones with a handicap of one, which is the first move without komi", () => {
  expect(withUsualKomi(game, {}, { handicap: "1" })).toEqual({ handicap: "1", komi: "0.5" });
  expect(["0", "1", "2"].map((handicap) => stonesGiven({ handicap }))).toEqual([0, 0, 2]);
  expect(valueSent("handicap", "1")).toBe("0");
  expect(valueSent("handicap", "2")).toBe("2");
  expect(valueSent("komi", "1")).toBe("1");
});
