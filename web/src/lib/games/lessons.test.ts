import { describe, expect, it } from "vitest";

import { lessonPath } from "./lessons.ts";

describe("the page where a game is taught", () => {
  it("is its lesson", () => {
    expect(lessonPath("weiqi")).toBe("/learn/weiqi");
    expect(lessonPath("weiqi:komi=6.5,handicap=2")).toBe("/learn/weiqi");
    expect(lessonPath("atari-go")).toBe("/learn/atari-go");
  });
  it("is the lesson of its rule", () => {
    expect(lessonPath("gomoku:rule=renju,opening=swap2")).toBe("/learn/renju");
    expect(lessonPath("gomoku:rule=standard")).toBe("/learn/gomoku");
    expect(lessonPath("gomoku")).toBe("/learn/gomoku");
  });
  it("is the list of lessons if the game has none", () => expect(lessonPath("nogo")).toBe("/learn"));
});
