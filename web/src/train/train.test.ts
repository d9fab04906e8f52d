import { describe, expect, it } from "vitest";

import { parseRoute, paths } from "../lib/router/routes.ts";
import { ratingChart, share, ticks } from "../parts/charts/chart.ts";
import { problemFiles } from "./files.ts";
import { levelText } from "../lib/words/sets.ts";
import { changeText, clockText, examText, ratingText, repeatText, taskLine, untilText } from "./words.ts";

describe("texts", () => {
  it("state the task", () => {
    expect(taskLine({ toPlay: "white", question: "kill" })).toBe("White to play and kill");
  });
  it("give ratings and their changes", () => {
    const rating = { points: 1512.4, deviation: 79.6, rank: "12k", provisional: false };
    expect(ratingText(rating)).toBe("1,512 ± 80 (12k)");
    expect(ratingText({ ...rating, provisional: true })).toContain("(12k?)");
    expect([12.4, -7.2, 0.2, -0.2].map(changeText)).toEqual(["+12", "−7", "+0", "+0"]);
  });
  it("give ranges of ranks", () => {
    expect(["20k–16k", "1d and stronger"].map(levelText)).toEqual(["20k–16k", "1d and stronger"]);
  });
  it("give times", () => {
    expect([245, 59.2, 0, -3].map(clockText)).toEqual(["4:05", "1:00", "0:00", "0:00"]);
    const now = Date.parse("2026-07-01T12:00:00Z");
    const until = (minutes: number) => untilText(new Date(now + minutes * 60_000).toISOString(), now);
    expect([1, 89, 90, 60 * 35, 60 * 72, -5].map(until)).toEqual([
      "in 1 minute",
      "in 89 minutes",
      "in 2 hours",
      "in 35 hours",
      "in 3 days",
      "now",
    ]);
    expect(untilText("", now)).toBe("now");
  });
  it("say what is to be repeated, and when", () => {
    const now = Date.parse("2026-07-01T12:00:00Z");
    const tomorrow = "2026-07-02T12:00:00Z";
    expect(repeatText({ due: 2, nextDue: tomorrow }, now)).toBe("2 problems to review.");
    expect(repeatText({ due: 0, nextDue: tomorrow }, now)).toBe("The next one is due in 24 hours.");
    expect(repeatText({ due: 0, nextDue: "" }, now)).toBe("Problems you fail come back here.");
    expect(repeatText(null, now)).toBe("Problems you fail come back here.");
  });
  it("say how an exam ended", () => {
    const exam = { running: false, problems: 3, answers: [], right: 2, passed: false, seconds: 60, left: 0 };
    expect(examText(exam)).toBe("Not passed: 2 of 3 problems solved.");
  });
  it("give no percentage of zero", () => {
    expect([share(1, 4), share(0, 0)]).toEqual([0.25, 0]);
  });
});

describe("charts", () => {
  it.each([
    [1400, 1600, 4, [1400, 1450, 1500, 1550, 1600]],
    [1487, 1512, 4, [1480, 1490, 1500, 1510, 1520]],
    [0, 0, 4, [0]],
  ])("ticks from %d to %d", (low, high, wanted, want) => {
    expect(ticks(low, high, wanted)).toEqual(want);
  });
  it("draw ratings within the frame, higher ones above", () => {
    const frame = { width: 400, height: 200, left: 60, bottom: 30, top: 10 };
    const history = [1500, 1400, 1700].map((points, i) => ({
      at: `2026-07-0${i + 1}T12:00:00Z`,
      points,
      deviation: 100,
    }));
    const chart = ratingChart(history, frame);
    expect(chart.points.map((p) => p.x)).toEqual([60, 226, 392]);
    const [first, second, third] = chart.points.map((p) => p.y);
    expect(second).toBeGreaterThan(first!);
    expect(third).toBeLessThan(first!);
    for (const p of chart.points) expect(p.y).toBeGreaterThanOrEqual(10);
    expect(chart.marks[0]).toEqual({ y: 170, text: "1,200" });
    expect(chart.band.match(/L/g)).toHaveLength(5);
    expect([chart.from, chart.to]).toEqual(["1 Jul", "3 Jul"]);
  });
  it("draw a single rating, and none", () => {
    const frame = { width: 400, height: 200, left: 60, bottom: 30, top: 10 };
    const one = ratingChart([{ at: "2026-07-01T12:00:00Z", points: 1500, deviation: 350 }], frame);
    expect(one.line).toBe("M60 90");
    expect(one.points).toHaveLength(1);
    expect(ratingChart([], frame).line).toBe("");
  });
});

describe("import", () => {
  it("sorts the problems of a folder by name", () => {
    const file = (name: string) => ({ name, size: 1 });
    const files = ["b10.sgf", "b2.SGF", "cover.png", "notes.txt", "a.sgf"].map(file);
    expect(problemFiles(files).map((f) => f.name)).toEqual(["a.sgf", "b2.SGF", "b10.sgf", "notes.txt"]);
  });
});

describe("addresses", () => {
  it("exist for each part of the trainer", () => {
    const none = { mode: "", collection: "", problem: "" };
    expect(parseRoute("/train")).toEqual({ page: "train", view: "", from: none });
    expect(parseRoute("/train/exam")).toEqual({ page: "train", view: "exam", from: none });
    expect(parseRoute("/train/nonsense").page).not.toBe("train");
    expect(parseRoute("/train/exam/1").page).not.toBe("train");
    const from = { mode: "collection", collection: "theme-ko", problem: "" };
    expect(parseRoute(paths.training("", from))).toEqual({ page: "train", view: "", from });
    expect(paths.training("", { problem: "b1~2s" })).toBe("/train?problem=b1~2s");
  });
});
