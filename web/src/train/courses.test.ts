import { describe, expect, it } from "vitest";

import { parseRoute, paths } from "../lib/router/routes.ts";
import type { CourseID, TrainingCollection, TrainingCourse } from "../wire.ts";
import { courseOf, markOf, partToGoOn, ranksText, verb } from "./courses.ts";

const part = (id: string, solved: number, failed = 0): TrainingCollection => ({
  id,
  title: id,
  group: "course",
  problems: 10,
  solved,
  failed,
});

const course = (id: string, ...parts: TrainingCollection[]): TrainingCourse => ({
  id: id as CourseID,
  name: id,
  about: "",
  from: "30k",
  to: "20k",
  problems: 10 * parts.length,
  solved: 0,
  failed: 0,
  parts,
  board: "grid:9",
  stones: "",
});

describe("courses", () => {
  it("continues at the first unfinished part", () => {
    const at = (...solved: number[]) =>
      partToGoOn(course("c", ...solved.map((n, i) => part(`c-${i + 1}`, n))))?.id;
    expect([at(0, 0), at(10, 3, 0), at(10, 10), at(3, 10)]).toEqual(["c-1", "c-2", "c-1", "c-1"]);
    expect(partToGoOn(course("c"))).toBeNull();
  });
  it("finds the course of a part", () => {
    const all = [course("a", part("a-1", 0)), course("b", part("b-1", 0), part("b-2", 0))];
    expect(courseOf(all, "b-2")?.id).toBe("b");
    expect(courseOf(all, "b")).toBeNull();
  });
  it("labels the button", () => {
    expect([part("", 0), part("", 0, 1), part("", 3), part("", 10)].map(verb)).toEqual([
      "Begin",
      "Continue",
      "Continue",
      "Again",
    ]);
  });
  it("gives the results of problems", () => {
    const marks = [
      { tried: 0, solved: 0 },
      { tried: 2, solved: 0 },
      { tried: 2, solved: 1 },
    ].map(markOf);
    expect(marks).toEqual(["", "failed", "solved"]);
  });
  it("tells ranks", () => {
    expect(ranksText({ from: "30k", to: "20k" })).toBe("30k to 20k");
    expect(ranksText({ from: "1d", to: "1d" })).toBe("1d");
  });
  it("has an address for each part", () => {
    const href = paths.training("courses", { collection: "course-ko-2" });
    expect(parseRoute(href)).toEqual({
      page: "train",
      view: "courses",
      from: { mode: "", collection: "course-ko-2", problem: "" },
    });
  });
});
