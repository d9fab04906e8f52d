import { describe, expect, it } from "vitest";

import { ago } from "./ago.ts";

describe("ago", () => {
  it.each([
    [0, "just now"],
    [59, "just now"],
    [60, "1 minute ago"],
    [3 * 3600 + 5, "3 hours ago"],
    [48 * 3600, "2 days ago"],
    [-100, "just now"],
  ])("%s seconds are %s", (seconds, text) => {
    const now = Date.parse("2026-05-05T12:00:00Z");
    expect(ago(new Date(now - seconds * 1000).toISOString(), now)).toBe(text);
  });

  it('returns "" for an invalid age', () => {
    expect(ago("", 0)).toBe("");
  });
});
