// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { clocksWith, leftWith } from "../testing/game.ts";
import Clock from "./Clock.svelte";

let mounted: ReturnType<typeof mount> | undefined;

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  if (mounted) void unmount(mounted);
  mounted = undefined;
  vi.useRealTimers();
});

const clocks = (running: "black" | "white", main: number) =>
  clocksWith({ kind: "absolute", running, step: 0, black: leftWith({ total: main, main }) });

it("repeats no old warning when the clock of a side is one's own again", () => {
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
  /** The side's turn comes or goes, as a state of the game tells. */
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
