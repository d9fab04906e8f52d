import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { findTerm, followCatalog } from "./known.svelte.ts";
import { catalogWith } from "./testing/games.ts";

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("retries until the catalog arrives, and then stops", async () => {
  const answers = [
    () => Promise.reject(new Error("no network")),
    () => Promise.resolve(new Response("", { status: 500 })),
    () => Promise.resolve(Response.json(catalogWith({ terms: ["ko"] }))),
  ];
  const fetched = vi.fn(() => answers.shift()!());
  vi.stubGlobal("fetch", fetched);

  const before = followCatalog();
  await vi.advanceTimersByTimeAsync(0);
  before(); // a caller that has given up does not retry
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toHaveBeenCalledTimes(1);

  const end = followCatalog();
  await vi.advanceTimersByTimeAsync(0);
  expect(findTerm("ko")).toBeUndefined();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(findTerm("ko")).toBe("ko");
  expect(fetched).toHaveBeenCalledTimes(3);
  end();
});
