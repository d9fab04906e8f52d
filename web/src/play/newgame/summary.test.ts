import { expect, it } from "vitest";

import { optionWith } from "../../lib/games/testing/games.ts";
import { summaryTerms } from "./summary.ts";

const swap = { key: "gomoku.opening.swap2", value: "swap2", title: "Swap2", text: "" } as const;
const renju = { key: "gomoku.rule.renju", value: "renju", title: "Renju", text: "" } as const;
const options = [
  optionWith({ id: "rule", choices: [renju] }),
  optionWith({ id: "handicap" }),
  optionWith({ id: "komi" }),
  optionWith({ id: "opening", choices: [swap] }),
];
const usual = { set: "", color: "black", clock: "", estimates: false, options, rules: {} };

it("is empty if everything is as usual", () => {
  expect(summaryTerms(usual)).toBe("");
});

it.each([
  [{ color: "white" }, "You play White"],
  [{ set: "Japanese rules", rules: { komi: "6.5" } }, "Japanese rules · komi 6.5"],
  [{ rules: { handicap: "2", komi: "0.5" } }, "2 handicap stones · komi 0.5"],
  [{ rules: { opening: "swap2" } }, "Opening: Swap2"],
  [{ rules: { rule: "renju", opening: "swap2" } }, "Renju · Opening: Swap2"],
  [{ color: "white", rules: { opening: "swap2" } }, "Opponent starts · Opening: Swap2"],
  [{ estimates: true }, "estimates allowed"],
  [{ color: "random", clock: "Blitz: 10 seconds a move" }, "Random colours · Blitz: 10 seconds a move"],
])("says what is not: %o", (chosen, said) => {
  expect(summaryTerms({ ...usual, ...chosen })).toBe(said);
});
