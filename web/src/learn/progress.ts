// A user's progress in the lessons, stored in the browser.
import { t } from "../text/text.ts";

/** The progress in one lesson. Steps count from 0. */
export interface Progress {
  /** the finished steps, ascending */
  done: number[];
  /** the last open step */
  step: number;
  /** the correct moves in it */
  moves: string[];
}

export const noProgress: Progress = { done: [], step: 0, moves: [] };

/** The stored progress of a lesson with `steps` steps; invalid data count as none. */
export function readProgress(stored: unknown, id: string, steps: number): Progress {
  const kept = isRecord(stored) ? stored[id] : null;
  if (!isRecord(kept)) return noProgress;
  const isStep = (s: unknown): s is number => Number.isInteger(s) && Number(s) >= 0 && Number(s) < steps;
  const done = Array.isArray(kept["done"]) ? kept["done"].filter(isStep) : [];
  const step = isStep(kept["step"]) ? kept["step"] : 0;
  const moves = Array.isArray(kept["moves"]) ? kept["moves"].filter((m) => typeof m === "string") : [];
  return { done: [...new Set(done)].sort((a, b) => a - b), step, moves };
}

/** The store with the progress of one lesson updated. */
export function writeProgress(stored: unknown, id: string, progress: Progress): Record<string, unknown> {
  return { ...(isRecord(stored) ? stored : {}), [id]: progress };
}

/** The same progress with one more finished step. */
export const withDone = (progress: Progress, step: number): Progress => ({
  ...progress,
  done: [...new Set([...progress.done, step])].sort((a, b) => a - b),
});

/** Where to continue: the last open step, or the first unfinished one. */
export function nextStep({ done, step, moves }: Progress, steps: number): number {
  if (moves.length > 0 || !done.includes(step)) return step;
  for (let s = 0; s < steps; s++) if (!done.includes(s)) return s;
  return 0;
}

/** The state of a lesson with `steps` steps. */
export function standing({ done, moves }: Progress, steps: number): "new" | "begun" | "done" {
  if (done.length === steps) return "done";
  return done.length > 0 || moves.length > 0 ? "begun" : "new";
}

/** "Not begun", "3 of 7 steps done" or "Done". */
export function progressText(progress: Progress, steps: number): string {
  const how = standing(progress, steps);
  const done = progress.done.length;
  return how === "begun" && done > 0
    ? t("learn.progress.steps", { count: steps, done })
    : t(`learn.progress.${how}`);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
