import { expect, it } from "vitest";

import { optionWith } from "../../lib/games/testing/games.ts";
import { withUsualKomi, withWholeHandicap } from "./handicap.ts";

const options = [
  optionWith({ id: "komi", default: "7.5" }),
  optionWith({ id: "handicap", default: "0" }),
  optionWith({ id: "score", default: "area" }),
];

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
])("after a change from %j to %j the rules are %j", (before, after, rules) => {
  expect(withUsualKomi(options, before, after)).toEqual(rules);
});

it("keeps a komi that somebody chose, and leaves other games alone", () => {
  const chosen = { handicap: "2", komi: "3.5" };
  expect(withUsualKomi(options, { komi: "3.5" }, chosen)).toEqual(chosen);
  expect(withUsualKomi(options, { handicap: "2", komi: "0.5" }, chosen)).toEqual(chosen);
  expect(withUsualKomi([optionWith({ id: "n" })], {}, { n: "4" })).toEqual({ n: "4" });
});

it("has no handicap of one stone", () => {
  expect(withWholeHandicap({}, { handicap: "1" })).toEqual({ handicap: "2" });
  expect(withWholeHandicap({ handicap: "2" }, { handicap: "1", ko: "simple" })).toEqual({ ko: "simple" });
  expect(withWholeHandicap({}, { handicap: "3" })).toEqual({ handicap: "3" });
});
