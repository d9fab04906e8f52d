// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { Embed } from "../wire.ts";
import { poll } from "./poll.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const hide = (hidden: boolean) => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
  document.dispatchEvent(new Event("visibilitychange"));
};

it("delivers news until nothing more follows, and continues after failures", async () => {
  const texts = ['{"title":"a"}', '{"title":"a"}', "", '{"title":"b"}', '{"title":"c"}'];
  let asked = 0;
  vi.stubGlobal("fetch", () => {
    const text = texts[asked++] ?? "";
    return text ? Promise.resolve(new Response(text)) : Promise.reject(new Error("no network"));
  });
  const told: string[] = [];
  const done = poll("/x", (next: Embed) => {
    told.push(next.title);
    return next.title !== "c";
  });
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  expect(told).toEqual(["a", "b", "c"]);
  expect(asked).toBe(5);
});

it("polls less often while nothing happens, and not while the page is hidden", async () => {
  let asked = 0;
  vi.stubGlobal("fetch", () => {
    asked++;
    return Promise.resolve(new Response('{"title":"a"}'));
  });
  void poll("/x", () => true);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(asked).toBeGreaterThan(600 / 15 - 1);
  expect(asked).toBeLessThan(50);
  const before = asked;
  hide(true);
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(asked).toBe(before);
  hide(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toBe(before + 1);
});
