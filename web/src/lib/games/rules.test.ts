import { expect, it } from "vitest";

import { parseRules, rulesId } from "./rules.ts";

it("parses and formats rules", () => {
  const id = "weiqi:komi=6.5,score=territory,handicap=2,suicide=yes";
  const { game, values } = parseRules(id);
  expect(rulesId(game, values)).toBe(id);
  expect(parseRules("nogo")).toEqual({ game: "nogo", values: {} });
});
