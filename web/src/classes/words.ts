// Descriptions of a class's tasks and of pupils' progress.
import { paths } from "../lib/router/routes.ts";
import { setText } from "../lib/words/sets.ts";
import { gameAndBoard, partInWords } from "../lib/words/titles.ts";
import { momentText, t } from "../text/text.ts";
import type { ClassCell, ClassTask } from "../wire.ts";

/** The description of a task. The texts of lessons must be loaded. */
export function taskTitle(task: ClassTask): string {
  if (task.kind === "lesson" && task.lesson)
    return t("classes.task.lessonTitle", { title: t(`lessons.${task.lesson}.title`) });
  if (task.kind === "problems") {
    const { title, group } = partInWords({
      title: task.title ?? "",
      group: task.group ?? "",
      ...(task.part ? { part: task.part } : {}),
    });
    return t("classes.task.problemsTitle", { count: task.of ?? 0, title: setText({ title, group }) });
  }
  return t("classes.task.gamesTitle", { title: t("common.gameOnBoard", gameAndBoard(playedIn(task))) });
}

/** The game, as in lists of games. */
const playedIn = (task: ClassTask) => ({
  rules: task.rules ?? "",
  gameTitle: task.gameTitle ?? "",
  words: task.words ?? { name: "" as const, phrases: [] },
  board: task.board ?? "",
  boardTitle: task.boardTitle ?? "",
});

/** The deadline; "" for none. */
export function dueText(task: ClassTask, now: number): string {
  if (!task.due) return "";
  const time = momentText(task.due, "recent");
  return Date.parse(task.due) < now ? t("classes.task.over", { time }) : t("classes.task.dueBy", { time });
}

/** A pupil's progress in a task, in words. */
export function cellText(task: ClassTask, cell: ClassCell): string {
  const of = task.of ?? 0;
  if (task.kind === "lesson") return t("classes.cell.steps", { done: cell.right ?? 0, of });
  if (task.kind === "problems")
    return t("classes.cell.solved", { done: cell.right ?? 0, of, count: cell.tried ?? 0 });
  return resultText(cell);
}

const results: Record<string, string> = {
  won: t("classes.cell.won"),
  lost: t("classes.cell.lost"),
  drawn: t("classes.cell.drawn"),
  void: t("classes.cell.void"),
  playing: t("classes.cell.playing"),
  turn: t("classes.cell.turn"),
  pause: t("classes.cell.pause"),
};

export const resultText = (cell: ClassCell): string => results[cell.result ?? ""] ?? t("classes.cell.none");

/** The address where a pupil does a task; "" for none. */
export function taskPath(task: ClassTask, cell: ClassCell): string {
  if (task.kind === "lesson") return paths.lesson(task.lesson ?? "");
  if (task.kind === "problems")
    return paths.training("", { mode: "collection", collection: task.collection ?? "" });
  return cell.game ? paths.game(cell.game) : "";
}
