// Courses: the next part, and texts about problems.
import { t } from "../text/text.ts";
import type { TrainingCollection, TrainingCourse, TrainingPlace } from "../wire.ts";

/** The label of the button for a set of problems. */
export function verb({
  problems,
  solved,
  failed,
}: Omit<TrainingCollection, "id" | "title" | "group">): string {
  if (solved === problems) return t("common.again");
  return solved + failed ? t("common.goOn") : t("common.begin");
}

/** The part of a course to continue with: the first unfinished one, or else the first. */
export function partToGoOn({ parts }: Pick<TrainingCourse, "parts">): TrainingCollection | null {
  return parts.find((p) => p.solved < p.problems) ?? parts[0] ?? null;
}

/** The course that a part belongs to, or null. */
export function courseOf(courses: readonly TrainingCourse[], part: string): TrainingCourse | null {
  return courses.find((c) => c.parts.some((p) => p.id === part)) ?? null;
}

/** "30k to 20k", or "30k" */
export function ranksText({ from, to }: Pick<TrainingCourse, "from" | "to">): string {
  return from === to ? from : t("train.ranks", { from, to });
}

/** The result of a problem. */
export function markOf({ tried, solved }: Pick<TrainingPlace, "tried" | "solved">): "solved" | "failed" | "" {
  if (solved) return "solved";
  return tried ? "failed" : "";
}
