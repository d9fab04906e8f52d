import { describe, expect, it } from "vitest";

import type { Clocks, Left } from "../../wire.ts";
import { clocksWith, leftWith } from "../testing/game.ts";
import {
  isLow,
  leftAfter,
  moreText,
  runs,
  shown,
  staysFor,
  timeText,
  timeWords,
  untilLoss,
  untilNext,
  warningText,
  widest,
} from "./clocks.ts";

/** Black's clock after some time; with some of its numbers replaced. */
const after = (clocks: Clocks, ms: number): Left => leftAfter(clocks, "black", ms);

const fischer = clocksWith({
  kind: "fischer",
  step: 3000,
  black: leftWith({ main: 300_000 }),
  white: leftWith({ main: 300_000 }),
});
const canadian = clocksWith({
  kind: "canadian",
  step: 300_000,
  stones: 25,
  black: leftWith({ total: 900_000, main: 600_000, period: 300_000, stones: 25 }),
});
const days = clocksWith({
  kind: "correspondence",
  step: 3 * 86_400_000,
  black: leftWith({ main: 3 * 86_400_000, leave: 30 * 86_400_000 }),
  white: leftWith({ main: 3 * 86_400_000, leave: 30 * 86_400_000 }),
});

/** A second implementation of byo-yomi: a millisecond at a time. */
function slowly(left: Left, ms: number, step: number): Left {
  const now = { ...left };
  for (let i = 0; i < ms; i++) {
    if (now.main > 0) now.main--;
    else if (now.period > 0) now.period--;
    else if (now.periods > 1) [now.periods, now.period] = [now.periods - 1, step - 1];
    else return { ...now, total: 0, periods: 0 };
    now.total--;
  }
  return now;
}

describe("the remaining time", () => {
  it("runs for the player to move, and for neither while the clocks are stopped", () => {
    expect(after(fischer, 1500)).toEqual(leftWith({ main: 298_500 }));
    expect(leftAfter(fischer, "white", 1500)).toBe(fischer.white);
    expect(after({ ...fischer, running: "" }, 1500)).toBe(fischer.black);
    expect(after(fischer, -5)).toBe(fischer.black);
  });

  it("is zero after the flag should have fallen, and not exactly at the boundary", () => {
    expect(after(fischer, 300_000).total).toBe(0);
    expect(after(fischer, 300_001)).toEqual(leftWith());
    const last = clocksWith({ black: leftWith({ total: 1000, periods: 1, period: 1000 }) });
    expect(after(last, 1000)).toMatchObject({ total: 0, periods: 1 });
    expect(after(last, 1001)).toMatchObject({ total: 0, periods: 0 });
  });

  it("goes through byo-yomi periods like the count by milliseconds", () => {
    const step = 7;
    for (const main of [0, 1, 10])
      for (const period of [1, 5, 7])
        for (const periods of [1, 2, 4]) {
          const total = main + period + (periods - 1) * step;
          const clocks = clocksWith({ step, black: leftWith({ total, main, periods, period }) });
          for (let ms = 0; ms <= total + 2; ms++)
            expect(after(clocks, ms), `${main}+${periods}x, ${period} left, ${ms} ms`).toEqual(
              slowly(clocks.black, ms, step),
            );
        }
  });

  it("keeps a period that is used to its very end", () => {
    expect(after(clocksWith(), 630_000)).toMatchObject({ main: 0, periods: 5, period: 0 });
    expect(after(clocksWith(), 630_001)).toMatchObject({ main: 0, periods: 4, period: 29_999 });
  });

  it("does not run during a vacation, which uses no leave", () => {
    const away = { ...days, stopped: 5000, white: { ...days.white, leave: 9000, vacation: 5000 } };
    expect(after(away, 4000)).toBe(days.black);
    expect(leftAfter(away, "white", 4000)).toEqual({ ...away.white, vacation: 1000 });
    expect(leftAfter(away, "white", 9000)).toEqual({ ...away.white, vacation: 0 });
    expect(moreText(away, leftAfter(away, "white", 4000))).toBe("vacation: 1.0");
    expect(moreText(away, leftAfter(away, "white", 9000))).toBe("a move");
  });

  it("uses leave first, of the player on vacation", () => {
    const away = { ...days, stopped: 5000, white: { ...days.white, leave: 5000, paused: true } };
    expect(after(away, 4000)).toBe(days.black);
    expect(leftAfter(away, "white", 4000).leave).toBe(1000);
    expect(leftAfter(away, "white", 9000).leave).toBe(0);
    expect(after(away, 9000).main).toBe(days.black.main - 4000);
    expect([runs(away, "black", 4999), runs(away, "black", 5000), runs(away, "white", 5000)]).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe("digits", () => {
  it.each([
    [0, "0.0"],
    [-5, "0.0"],
    [9999, "9.9"],
    [10_000, "0:10"],
    [59_999, "0:59"],
    [60_000, "1:00"],
    [754_321, "12:34"],
    [3_600_000, "1:00:00"],
    [86_399_999, "23:59:59"],
    [86_400_000, "1 d 0 h"],
    [3 * 86_400_000 - 1, "2 d 23 h"],
  ])("%s ms are %s", (ms, text) => expect(timeText(ms)).toBe(text));

  it("stay the same until the given time, and no longer", () => {
    for (const ms of [0, 1, 99, 100, 9999, 10_000, 10_001, 61_500, 86_400_000, 90_000_123]) {
      const stays = staysFor(ms);
      expect(timeText(ms - stays + 1), `${ms} before`).toBe(timeText(ms));
      if (ms > 100) expect(timeText(ms - stays), `${ms} after`).not.toBe(timeText(ms));
    }
  });

  it("have room for the longest of them", () => {
    for (const clocks of [clocksWith(), fischer, canadian, days])
      for (let ms = 0; ms < 700_000; ms += 777)
        expect(timeText(shown(after(clocks, ms))).length).toBeLessThanOrEqual(widest(clocks));
    expect(widest(clocksWith({ black: leftWith({ main: 3_600_000 }) }))).toBe("1:00:00".length);
    expect(widest(clocksWith({ black: leftWith({ main: 36_000_000 }) }))).toBe("10:00:00".length);
    expect(widest({ ...days, step: 30 * 86_400_000, black: leftWith({ main: 30 * 86_400_000 }) })).toBe(9);
  });

  it.each([
    [0, "0 seconds"],
    [1000, "1 second"],
    [299_000, "4 minutes 59 seconds"],
    [3_600_000, "1 hour"],
    [2 * 86_400_000 + 5 * 3_600_000 + 1000, "2 days 5 hours"],
  ])("%s ms in words are %s", (ms, text) => expect(timeWords(ms)).toBe(text));
});

describe("the text about later time", () => {
  it.each<[string, Clocks, number, string]>([
    ["the increment", fischer, 0, "+ 3 s"],
    ["periods to come", clocksWith(), 0, "then 5 × 30 s"],
    ["periods that are left", clocksWith(), 635_000, "4 periods"],
    ["the last one", clocksWith(), 749_000, "last period"],
    ["stones to come", canadian, 0, "then 25 in 5 min"],
    ["stones to be placed", canadian, 600_001, "25 stones"],
    ["the time of a move", clocksWith({ kind: "move", black: leftWith({ main: 30_000 }) }), 0, "a move"],
    ["days", days, 0, "a move"],
    ["a leave", { ...days, black: { ...days.black, paused: true } }, 0, "leave: 30 d 0 h"],
    ["nothing", clocksWith({ kind: "absolute" }), 0, ""],
  ])("%s", (_, clocks, ms, text) => expect(moreText(clocks, after(clocks, ms))).toBe(text));

  it("writes periods longer than a minute", () => {
    expect(moreText(clocksWith({ step: 90_000 }), clocksWith().black)).toBe("then 5 × 1:30 min");
  });
});

describe("low time", () => {
  it("is below ten seconds until a loss, and the last period", () => {
    const low = (clocks: Clocks, ms: number) => isLow(clocks, after(clocks, ms));
    expect([low(fischer, 290_000), low(fischer, 290_001)]).toEqual([false, true]);
    // Periods follow the main time: its end is no danger.
    expect([low(clocksWith(), 599_000), low(clocksWith(), 620_000), low(clocksWith(), 620_001)]).toEqual([
      false,
      false,
      true,
    ]);
    expect([low(clocksWith(), 640_000), low(clocksWith(), 721_000)]).toEqual([false, true]);
    expect([low(days, 71 * 3_600_000), low(days, 71 * 3_600_000 + 1)]).toEqual([false, true]);
  });

  it("is half of a period or of a move, if those are short, and never while the clocks are stopped", () => {
    const move = clocksWith({ kind: "move", step: 8000, black: leftWith({ main: 8000 }) });
    expect([4000, 4001].map((ms) => isLow(move, after(move, ms)))).toEqual([false, true]);
    const increment = { ...move, kind: "fischer" };
    expect(isLow(increment, after(increment, 0))).toBe(true);
    expect(isLow({ ...increment, running: "" }, increment.black)).toBe(false);
  });

  it("counts to the end of a period, or else of the game", () => {
    expect(untilLoss(clocksWith(), after(clocksWith(), 0))).toBe(630_000);
    expect(untilLoss(clocksWith(), after(clocksWith(), 640_000))).toBe(20_000);
    expect(untilLoss(canadian, after(canadian, 0))).toBe(900_000);
  });

  it("announces the end of the main time if other time follows, and otherwise the loss", () => {
    const next = (clocks: Clocks, ms: number) => untilNext(clocks, after(clocks, ms));
    expect(next(clocksWith(), 579_000)).toBe(21_000);
    expect(next(clocksWith(), 601_000)).toBe(29_000);
    expect([next(canadian, 599_000), next(canadian, 601_000)]).toEqual([1000, 299_000]);
    expect([next(fischer, 1000), next(days, 1000)]).toEqual([299_000, days.black.main - 1000]);
  });

  it("is announced in a sentence", () => {
    expect(warningText(fischer, after(fischer, 240_000), 60_000)).toBe("One minute left.");
    expect(warningText(fischer, after(fischer, 290_000), 10_000)).toBe("10 seconds left.");
    expect(warningText(clocksWith(), after(clocksWith(), 570_000), 30_000)).toBe(
      "30 seconds until byo-yomi.",
    );
    expect(warningText(canadian, after(canadian, 540_000), 60_000)).toBe("One minute of main time left.");
    expect(warningText(canadian, after(canadian, 890_000), 10_000)).toBe("10 seconds left.");
    expect(warningText(clocksWith(), after(clocksWith(), 620_000), 10_000)).toBe(
      "10 seconds left in this period.",
    );
    expect(warningText(clocksWith(), after(clocksWith(), 740_000), 10_000)).toBe(
      "10 seconds left in your last period.",
    );
  });
});
