import { describe, expect, it } from "vitest";

import { dateWords, elsewhereWords } from "./words.ts";

describe("words of accounts", () => {
  it("says something about every problem, known or not", () => {
    expect(elsewhereWords("refused")).toContain("did not let you in");
    expect(elsewhereWords("toString")).toContain("did not work");
  });

  it("writes dates, and nothing for none", () => {
    expect(dateWords("2026-11-22T12:00:00Z")).toContain("2026");
    expect(dateWords("")).toBe("");
  });
});
