import { expect, it } from "vitest";

import { atText, deedText, roleText } from "./words.ts";

it("describes who did what to whom, and until when", () => {
  expect(deedText("warn", "Mo")).toBe("<by>Mo</by> warned <target></target>");
  expect(deedText("silence", "Mo", "for good")).toBe("<by>Mo</by> silenced <target></target> for good");
  expect(deedText("toString", "Mo")).toBe("<by>Mo</by> toString <target></target>");
});

it("describes people, and the state of a game", () => {
  expect(roleText("bot", "")).toBe("bot");
  expect(roleText("player", "1 May")).toBe("player, joined 1 May");
  expect(atText(12, "playing")).toBe("move 12, playing");
});
