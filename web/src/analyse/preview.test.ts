import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { Preview } from "./preview.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("shows a line move by move, replaces it by another one, and removes it", () => {
  const laid: string[] = [];
  const preview = new Preview((moves) => laid.push(moves ? moves.join(" ") : "-"));
  preview.end();
  preview.begin(["A1", "B1", "C1"], false);
  vi.advanceTimersByTime(360);
  preview.begin(["D1", "E1"], true);
  vi.advanceTimersByTime(5000);
  preview.end();
  preview.end();
  expect(laid).toEqual(["A1", "A1 B1", "-", "D1 E1", "-"]);
});
