// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";

import { carry, takeErrands, type Errand } from "./errands.ts";

const resign: Errand = { method: "POST", path: "/api/games/g/commands", body: { type: "resign", id: "a-1" } };
const keep: Errand = { method: "POST", path: "/api/boards", body: { name: "ring" } };
const leave = () => dispatchEvent(new Event("pagehide"));

beforeEach(() => sessionStorage.clear());

it("leaves unanswered requests to the next page, once", () => {
  const carried = [carry(() => [resign]), carry(() => [keep])];
  leave();
  expect(takeErrands()).toEqual([resign, keep]);
  expect(takeErrands()).toEqual([]);
  for (const done of carried) done();
});

it("leaves nothing that was answered meanwhile", () => {
  const done = carry(() => [keep]);
  dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(sessionStorage.length).toBe(1);
  done();
  leave();
  expect(sessionStorage.length).toBe(0);
});

it("drops what is older than a minute", () => {
  vi.useFakeTimers();
  const done = carry(() => [resign]);
  leave();
  vi.advanceTimersByTime(60_000);
  expect(takeErrands()).toEqual([resign]);
  leave();
  vi.advanceTimersByTime(60_001);
  expect(takeErrands()).toEqual([]);
  done();
  vi.useRealTimers();
});

it("asks before more is lost than the browser stores, and only then", () => {
  const asked = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(asked()).toBe(false);
  const done = carry(() => [{ ...keep, body: "#".repeat(6 << 20) }]);
  expect(asked()).toBe(true);
  done();
});

it("accepts only a list of errands", () => {
  sessionStorage.setItem("moyo.errands", "{");
  expect(takeErrands()).toEqual([]);
});

it("sends them before the first request of the next page", async () => {
  sessionStorage.setItem("moyo.errands", JSON.stringify({ at: Date.now(), errands: [resign, keep] }));
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return new Promise<Response>((resolve) => answers.push(() => resolve(new Response("{}"))));
  });
  vi.resetModules();
  const { getLobby, saveBoard } = await import("./api.ts");
  const lobby = getLobby();
  const answer = () => vi.waitFor(() => answers.shift()!());
  for (const want of [[resign.path], [resign.path, keep.path], [resign.path, keep.path, "/api/games"]]) {
    await vi.waitFor(() => expect(asked).toEqual(want));
    await answer();
  }
  await lobby;

  const again = await import("./errands.ts"); // the page's own
  const board = saveBoard({ name: "ring", file: "", component: -1, merge: false });
  await vi.waitFor(() => expect(asked).toHaveLength(4));
  leave();
  expect(again.takeErrands()).toMatchObject([{ path: keep.path, body: { name: "ring" } }]);
  await answer();
  await board;
  leave();
  expect(again.takeErrands()).toEqual([]);
});
