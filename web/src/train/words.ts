// What the trainer says: ratings, times, exams.
import { colorName, count } from "../lib/words/words.ts";
import type { TrainingExam, TrainingProblem, TrainingRating } from "../wire.ts";

/** The large line over a problem. */
export function taskLine({ toPlay, question }: Pick<TrainingProblem, "toPlay" | "question">): string {
  return `${colorName(toPlay)} to play and ${question}`;
}

/** "1,512 ± 80 (12k)"; a rank that is a guess has a question mark */
export function ratingText({ points, deviation, rank, provisional }: TrainingRating): string {
  const whole = Math.round(points).toLocaleString("en");
  return `${whole} ± ${Math.round(deviation)} (${rank}${provisional ? "?" : ""})`;
}

/** "+12" or "−7" */
export function changeText(change: number): string {
  const whole = Math.round(change);
  return whole < 0 ? `−${-whole}` : `+${whole}`;
}

/** "4:05" */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** How an exam has ended, as a sentence. */
export function examText({ right, problems, passed }: TrainingExam): string {
  return `${passed ? "Passed" : "Not passed"}: ${right} of ${count(problems, "problem")} solved.`;
}

/** When something will be, from now on: "in 3 hours". */
export function untilText(then: string, now: number): string {
  const minutes = Math.ceil((Date.parse(then) - now) / 60_000);
  if (!Number.isFinite(minutes) || minutes <= 0) return "now";
  if (minutes < 90) return "in " + count(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 36 ? "in " + count(hours, "hour") : "in " + count(Math.round(hours / 24), "day");
}
