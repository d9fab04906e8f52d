import { momentText, t } from "../text/text.ts";

const problems = new Map([
  ["too-late", t("account.problem.tooLate")],
  ["unreachable", t("account.problem.unreachable")],
  ["refused", t("account.problem.refused")],
  ["unknown", t("account.problem.unknown")],
  ["taken", t("account.problem.taken")],
]);

/** Why the other site brought nobody in, by the code that the server gave the page. */
export const elsewhereWords = (problem: string): string =>
  problems.get(problem) ?? t("account.problem.other");

/** A date and time of the server as people write it, "" for none. */
export const dateWords = (text: string): string =>
  text
    ? momentText(new Date(text), {
        year: "numeric",
        month: "short",
        day: "numeric",
        hour: "numeric",
        minute: "2-digit",
      })
    : "";
