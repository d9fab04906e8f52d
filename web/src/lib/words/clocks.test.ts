import { expect, it } from "vitest";

import { clockOf } from "./clocks.ts";

it.each([
  ["absolute=1h30m", "1 hour 30 minutes for the whole game"],
  ["fischer=5m+3s", "5 minutes, plus 3 seconds after each move"],
  ["byoyomi=10m+5x30s", "10 minutes, then 5 periods of 30 seconds a move"],
  ["byoyomi=0s+1x1m", "1 period of 1 minute a move"],
  ["canadian=10m+25/5m", "10 minutes, then 25 stones per 5 minutes"],
  ["canadian=0s+1/1m1s", "1 stone per 1 minute 1 second"],
  ["move=30s", "30 seconds a move"],
  ["correspondence=1d", "1 day a move"],
  ["correspondence=3d", "3 days a move"],
])("%s in words", (spec, words) => expect(clockOf(spec, "!")).toBe(words));

it("keeps the text of an unknown clock", () => {
  expect(clockOf("sand=3", "an hourglass")).toBe("an hourglass");
  expect(clockOf("", "")).toBe("");
});
