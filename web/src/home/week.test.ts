import { describe, expect, it } from "vitest";

import type { WeekGame } from "../wire.ts";
import { byDay } from "./week.ts";

const at = (day: number, hour: number): number => new Date(2026, 9, day, hour).getTime();
const game = (time: number): WeekGame =>
  ({ deadline: time ? new Date(time).toISOString() : "" }) as unknown as WeekGame;

describe("the coming week", () => {
  it("follows calendar days, across changes to summer time", () => {
    const now = at(22, 15);
    const games = [at(22, 14), at(22, 23), at(23, 1), at(26, 0), at(28, 23), at(29, 1), at(31, 9), 0];
    const days = byDay(games.map(game), now);
    expect(days.map((d) => [d.ahead, d.games.length])).toEqual([
      [0, 2],
      [1, 1],
      [4, 1],
      [6, 1],
      [7, 2],
      [-1, 1],
    ]);
  });

  it("has no days without games", () => expect(byDay([], 0)).toEqual([]));
});
