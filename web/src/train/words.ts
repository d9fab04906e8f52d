// The trainer's texts: ratings, times, exams.
import { colorOf } from "../lib/words/colors.ts";
import { numeral, t } from "../text/text.ts";
import type { Training, TrainingExam, TrainingProblem, TrainingRating } from "../wire.ts";

/** The large line above a problem. */
export function taskLine({ toPlay, question }: Pick<TrainingProblem, "toPlay" | "question">): string {
  return t(`common.task.${question === "live" ? "live" : "kill"}.${colorOf(toPlay)}`);
}

/** "1,512 ± 80 (12k)"; an uncertain rank has a question mark */
export function ratingText({ points, deviation, rank, provisional }: TrainingRating): string {
  return `${numeral(Math.round(points))} ± ${Math.round(deviation)} (${rank}${provisional ? "?" : ""})`;
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
  return t(passed ? "train.exam.passedWith" : "train.exam.failedWith", { count: problems, right });
}

/** The time until a moment: "in 3 hours". */
export function untilText(then: string, now: number): string {
  const minutes = Math.ceil((Date.parse(then) - now) / 60_000);
  if (!Number.isFinite(minutes) || minutes <= 0) return t("train.when.now");
  if (minutes < 90) return t("train.when.minutes", { count: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 36
    ? t("train.when.hours", { count: hours })
    : t("train.when.days", { count: Math.round(hours / 24) });
}

/** What is to be repeated: now or later, or why nothing is. */
export function repeatText(standing: Pick<Training, "due" | "nextDue"> | null, now: number): string {
  if (standing?.due) return t("train.due", { count: standing.due });
  if (standing?.nextDue) return t("train.life.nextDue", { when: untilText(standing.nextDue, now) });
  return t("train.ways.review.nothing");
}
