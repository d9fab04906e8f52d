import { describe, expect, it } from "vitest";

import { nextStep, noProgress, progressText, readProgress, withDone, writeProgress } from "./progress.ts";

describe("progress", () => {
  it("is stored and loaded", () => {
    const progress = { done: [0, 2], step: 3, moves: ["D4"] };
    const stored = writeProgress({ other: 1 }, "capturefive", progress);
    expect(stored["other"]).toBe(1);
    expect(readProgress(JSON.parse(JSON.stringify(stored)), "capturefive", 7)).toEqual(progress);
    expect(readProgress(stored, "pente", 3)).toEqual(noProgress);
  });

  it.each([null, 5, "x", [], { a: 4 }, { a: [] }])("is nothing where the store holds %j", (stored) => {
    expect(readProgress(stored, "a", 3)).toEqual(noProgress);
  });

  it("leaves out invalid entries", () => {
    const stored = { a: { done: [2, 9, -1, "1", 2, 0.5, 0], step: 7, moves: ["A1", 4] } };
    expect(readProgress(stored, "a", 3)).toEqual({ done: [0, 2], step: 0, moves: ["A1"] });
  });

  it("continues where the learner stopped, then at the first open step", () => {
    expect(nextStep({ done: [0], step: 1, moves: [] }, 3)).toBe(1);
    expect(nextStep({ done: [0, 1], step: 1, moves: [] }, 3)).toBe(2);
    expect(nextStep({ done: [0, 1, 2], step: 2, moves: [] }, 3)).toBe(0);
    expect(nextStep({ done: [1], step: 1, moves: ["A1"] }, 3)).toBe(1);
  });

  it("has a text", () => {
    expect(progressText(noProgress, 3)).toBe("Not started");
    expect(progressText({ ...noProgress, moves: ["A1"] }, 3)).toBe("Started");
    expect(progressText(withDone(noProgress, 1), 3)).toBe("1 of 3 steps done");
    expect(progressText({ done: [0, 1, 2], step: 0, moves: [] }, 3)).toBe("Done");
    expect(withDone({ ...noProgress, done: [2, 0] }, 2).done).toEqual([0, 2]);
  });
});
