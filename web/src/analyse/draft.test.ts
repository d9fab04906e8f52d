// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";

import { draft, drafts, dropDraft, keepDraft, newDraft } from "./draft.ts";

beforeEach(() => localStorage.clear());

it("keeps several records side by side, earlier ones too, the newest first", () => {
  localStorage.setItem("moyo.record", "old");
  localStorage.setItem("moyo.recorder", "another's");
  const [a, b] = [`${newDraft()}a`, `${newDraft()}b`].sort() as [string, string];
  keepDraft(a, "first");
  keepDraft(b, "second");
  keepDraft(a, "first again");
  expect(drafts()).toEqual([b, a, "moyo.record"]);
  expect(drafts().map(draft)).toEqual(["second", "first again", "old"]);
  dropDraft(b);
  expect(drafts()).toEqual([a, "moyo.record"]);
  expect(draft(b)).toBe("");
});

it("keeps only a few, and none that is too large", () => {
  for (let i = 0; i < 12; i++) keepDraft(`moyo.record.${String(i).padStart(2, "0")}`, `${i}`);
  expect(drafts().map(draft)).toEqual(["11", "10", "9", "8", "7", "6", "5", "4"]);
  keepDraft("moyo.record.99", "x".repeat((1 << 20) + 1));
  expect(drafts()).toHaveLength(8);
});
