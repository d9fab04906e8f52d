// @vitest-environment jsdom Whole pages by their addresses, while the catalog, which has the games and their texts,
// Whole pages by their addresses, while the catalog, which has the games and their texts, is not available.
import { beforeEach, expect, it, vi } from "vitest";

import { ApiError } from "./lib/server/api.ts";
import * as recorded from "./testing/recorded/form.ts";
import type { Answer } from "./testing/server.ts";

/** Uncaught errors. */
let broken: string[];

beforeEach(() => {
  vi.useFakeTimers();
  broken = [];
  const caught = (e: ErrorEvent) => broken.push(e.message);
  addEventListener("error", caught);
  return () => {
    removeEventListener("error", caught);
    expect(broken).toEqual([]);
  };
});

/** Opens an address in a fresh browser, at a server that answers the catalog like this. */
async function open(address: string, catalog: Answer) {
  vi.resetModules();
  document.body.replaceChildren();
  history.replaceState(null, "", address);
  const { serve } = await import("./testing/server.ts");
  const asked = serve({
    "GET /api/me": recorded.guest,
    "GET /api/standing": recorded.standing,
    "GET /api/catalog": catalog,
    "GET /api/boards": ({ query }) => {
      const board = [recorded.grid9, recorded.grid15].find((b) => b.spec === query.get("spec"));
      if (!board) throw new ApiError(400, "Decline.");
      return board;
    },
    "GET /api/lessons": recorded.lessons,
  });
  const page = await import("./testing/page.ts");
  const { default: App } = await import("./App.svelte");
  await page.show(App, {});
  const headings = () => page.all("heading").map((h) => page.read(h));
  return { ...page, headings, catalogs: () => asked.filter(({ path }) => path === "/api/catalog").length };
}

const never = () => new Promise(() => {});
const failure = () => {
  throw new ApiError(500, "Decline.");
};

it("shows what needs no catalog before it arrives", async () => {
  const { headings } = await open("/learn", never);
  expect(headings()).toContain("Capture Five");
  await open("/solve", never);
  expect(document.querySelectorAll("[role=application]")).toHaveLength(1);
});

it.each([
  ["/solve", "[role=tabpanel]", "The boards cannot be loaded now.", ""],
  ["/analyse?board=grid:9", "[role=tabpanel]", "The boards cannot be loaded now.", "About"],
  ["/new", "[role=alert]", "Decline.", ""],
])("says without a catalog what is missing on %s, and breaks nowhere", async (address, part, text, tab) => {
  const { press, read, the } = await open(address, failure);
  if (tab) await press(the("tab", tab));
  expect([...document.querySelectorAll(part)].map(read).join()).toContain(text);
});

it("gets its texts later if it started without the catalog", async () => {
  let down = true;
  const { catalogs, headings, settled, read } = await open("/learn", () =>
    down ? failure() : recorded.catalog,
  );
  expect(catalogs()).toBe(1);
  expect(headings()).not.toContain("Glossary");
  down = false;
  await vi.advanceTimersByTimeAsync(10_000);
  await settled();
  expect(headings()).toContain("Glossary");
  expect(read()).toContain("Liberty");
  expect(catalogs()).toBe(2);
});

it("gives a game of Gomoku its letters with the catalog, however late it arrives", async () => {
  let answer: (catalog: unknown) => void = () => {};
  const late = () => new Promise((resolve) => (answer = resolve));
  const { all, settled } = await open("/analyse?board=grid:15&rules=gomoku&moves=J8", late);
  expect(all("button", /J8/).length).toBeGreaterThan(0);
  answer(recorded.catalog);
  await settled();
  expect(all("button", /I8/).length).toBeGreaterThan(0);
  expect(all("button", /J8/)).toEqual([]);
  expect([...document.querySelectorAll("text.coordinate")].map((l) => l.textContent)).toContain("I");
});
