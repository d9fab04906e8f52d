import { expect, test } from "vitest";

import type { LadderEvent, LadderHead } from "../wire.ts";
import { comes, eventText, isOpenTo, roseBy, stateOf, whyText } from "./words.ts";

const event = (kind: string, more: Partial<LadderEvent> = {}): LadderEvent => ({
  at: "2026-11-26T12:00:00Z",
  kind,
  player: "Ada",
  other: "Bo",
  ...more,
});

test("an event names the places if they have changed", () => {
  expect(eventText(event("won", { from: 5, to: 2 }))).toBe("Ada beat Bo and moved from 5 to 2.");
  expect(eventText(event("won", { from: 2, to: 2 }))).toBe("Ada beat Bo, who was already below.");
  expect(eventText(event("held"))).toBe("Bo defended their place against Ada.");
  expect(eventText(event("default", { from: 5, to: 2 }))).toBe(
    "Ada won against Bo by default and moved from 5 to 2.",
  );
  expect(eventText(event("default", { from: 2, to: 2 }))).toBe("Ada won against Bo by default.");
  expect(eventText(event("gone", { player: "" }))).toBe("deleted deleted their account.");
  expect(eventText(event("lapsed"))).toBe("Ada's challenge to Bo expired.");
});

test("every reason has a text, and no reason has none", () => {
  for (const why of ["self", "below", "far", "between", "own", "busy"]) expect(whyText({ why })).not.toBe("");
  expect(whyText({ why: "rest", until: "2026-12-03T12:00:00Z" })).toContain("again");
  expect(whyText({ why: "" })).toBe("");
});

test("what expires does so while the page is open", () => {
  const until = "2026-12-03T12:00:00Z";
  const at = Date.parse(until);
  expect([comes(until, at - 1), comes(until, at), comes(undefined, at)]).toEqual([true, false, false]);
  expect(isOpenTo({ why: "rest", until }, at - 1)).toBe(false);
  expect(isOpenTo({ why: "rest", until }, at)).toBe(true);
  expect(isOpenTo({ why: "" }, 0)).toBe(true);
  expect(isOpenTo({ why: "busy" }, at)).toBe(false);
});

test("arrows compare with the place a week ago", () => {
  const player = { name: "Ada", before: 5 };
  expect(roseBy(player, 3)).toBe(2);
  expect(roseBy(player, 6)).toBe(-1);
  expect(roseBy({ name: "Bo", before: 0 }, 3)).toBeNull();
});

test("a list says how many players there are, and how many play", () => {
  const head = { players: 1, playing: 2 } as LadderHead;
  expect(stateOf(head)).toBe("1 player · 2 challenges in progress");
  expect(stateOf({ ...head, closed: true })).toBe("1 player · closed");
});
