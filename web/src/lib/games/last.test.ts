// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";

import { lastGame, noteGame } from "./last.ts";

beforeEach(() => localStorage.clear());

it("is Go on the large board at first", () => {
  expect(lastGame()).toEqual({ board: "grid:19", rules: "weiqi" });
});

it("is the last one noted", () => {
  noteGame({ board: "torus:9x9", rules: "pente" });
  expect(lastGame()).toEqual({ board: "torus:9x9", rules: "pente" });
});

it("ignores nonsense in the browser's storage", () => {
  for (const kept of ["{}", "7", "null", '{"board":"","rules":3}']) {
    localStorage.setItem("moyo.lastgame", kept);
    expect(lastGame().rules, kept).toBe("weiqi");
  }
});
