import { expect, it } from "vitest";

import { Alarm } from "./alarm.ts";

/** The announcements of an alarm for a sequence of remaining times. */
const told = (alarm: Alarm, turn: string, ...left: number[]): number[] =>
  left.map((ms) => alarm.look(turn, ms)).filter((mark) => mark > 0);

it("announces a minute, 30 and 10 seconds, each once", () => {
  const alarm = new Alarm();
  expect(told(alarm, "a", 61_000, 60_500, 60_000, 59_900, 30_001, 30_000, 29_000)).toEqual([60_000, 30_000]);
  expect(told(alarm, "a", 10_001, 9_990, 9_900, 0)).toEqual([10_000]);
});

it("is silent if a turn starts with less", () => {
  expect(told(new Alarm(), "a", 8000, 7000, 0)).toEqual([]);
  expect(told(new Alarm(), "a", 30_000, 29_990), "a period that is no longer than that").toEqual([]);
});

it("announces only the lowest mark after a long sleep", () => {
  expect(told(new Alarm(), "a", 90_000, 9000, 8000)).toEqual([10_000]);
});

it("announces nothing twice in one turn, as after added time or a lost period", () => {
  const alarm = new Alarm();
  expect(told(alarm, "a", 11_000, 9000, 29_000, 9000)).toEqual([10_000]);
  expect(told(alarm, "b", 29_000, 9000)).toEqual([10_000]);
});
