// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { settings } from "../../lib/settings.svelte.ts";
import { sounds } from "../../testing/sounds.ts";
import type { Left } from "../../wire.ts";
import { clocksWith, leftWith } from "../testing/game.ts";
import Clock from "./Clock.svelte";

let sounded: () => number;

let mounted: ReturnType<typeof mount> | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  sounded = sounds();
  settings.sound = true;
});

afterEach(() => {
  if (mounted) void unmount(mounted);
  mounted = undefined;
  vi.useRealTimers();
});

const clocks = (running: "black" | "white", main: number) =>
  clocksWith({ kind: "absolute", running, step: 0, black: leftWith({ total: main, main }) });

it("repeats no old warning when the clock of a side is the viewer's own again", () => {
  const props = $state({
    clocks: clocks("black", 31_000),
    at: performance.now(),
    seat: "black" as const,
    name: "Black",
    turn: "black 10",
    own: true,
  });
  mounted = mount(Clock, { target: document.body, props });
  const said = () => {
    flushSync();
    return document.querySelector("[role=status]")?.textContent ?? null;
  };
  /** The side's turn starts or ends, with a new state of the game. */
  const turn = (running: "black" | "white", ply: number, own: boolean) =>
    Object.assign(props, {
      clocks: clocks(running, 29_000),
      at: performance.now(),
      turn: `${running} ${ply}`,
      own,
    });
  expect(said()).toBe("");
  vi.advanceTimersByTime(2000);
  expect(said()).toMatch(/30 seconds/);
  turn("white", 11, false);
  expect(said()).toBe(null);
  turn("black", 14, true);
  expect(said()).toBe("");
});

/** Shows the viewer's own running clock for some time; returns the announcements, and the number of sounds. */
function runFor(ms: number, own: boolean, left: Partial<Left>, periods: boolean) {
  const black = leftWith({ total: left.main ?? 0, ...left });
  const props = {
    clocks: periods ? clocksWith({ black }) : clocksWith({ kind: "absolute", step: 0, black }),
    at: performance.now(),
    seat: "black" as const,
    name: "Black",
    turn: "black 10",
    own,
  };
  mounted = mount(Clock, { target: document.body, props });
  flushSync();
  vi.advanceTimersByTime(ms);
  flushSync();
  return [document.querySelector("[role=status]")?.textContent ?? "", sounded()];
}

const beforePeriods = { total: 161_000, main: 11_000, periods: 5, period: 30_000 };

it.each([
  ["the last ten seconds of all", 2000, true, { main: 11_000 }, false, /10 seconds/, 1],
  ["somebody else's last ten seconds", 2000, false, { main: 11_000 }, false, /^$/, 0],
  ["the end of the main time, after which nothing is lost", 2000, true, beforePeriods, true, /10 seconds/, 0],
  ["a period that is about to be lost", 32_000, true, beforePeriods, true, /10 seconds/, 1],
] as const)("tells %s", (_, ms, own, left, periods, words, sounds) => {
  const [said, times] = runFor(ms, own, left, periods);
  expect(said).toMatch(words);
  expect(times).toBe(sounds);
});

it("is silent if sound is off", () => {
  settings.sound = false;
  expect(runFor(2000, true, { main: 11_000 }, false)[1]).toBe(0);
});
