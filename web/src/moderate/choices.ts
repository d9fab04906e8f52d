// The actions on a report.
import { t } from "../text/text.ts";
import type { ReportContext } from "../wire.ts";

export interface Choice {
  /** of the action */
  kind: string;
  title: string;
  text: string;
  /** it needs a message to the person concerned */
  why: boolean;
  /** it has a duration */
  hours: boolean;
}

const all: Choice[] = [
  {
    kind: "dismiss",
    title: t("moderate.choice.dismiss.title"),
    text: t("moderate.choice.dismiss.text"),
    why: false,
    hours: false,
  },
  {
    kind: "remove",
    title: t("moderate.choice.remove.title"),
    text: t("moderate.choice.remove.text"),
    why: true,
    hours: false,
  },
  {
    kind: "hide",
    title: t("moderate.choice.hide.title"),
    text: t("moderate.choice.hide.text"),
    why: true,
    hours: false,
  },
  {
    kind: "warn",
    title: t("moderate.choice.warn.title"),
    text: t("moderate.choice.warn.text"),
    why: true,
    hours: false,
  },
  {
    kind: "silence",
    title: t("moderate.choice.silence.title"),
    text: t("moderate.choice.silence.text"),
    why: true,
    hours: true,
  },
  {
    kind: "suspend",
    title: t("moderate.choice.suspend.title"),
    text: t("moderate.choice.suspend.text"),
    why: true,
    hours: true,
  },
  {
    kind: "rename",
    title: t("moderate.choice.rename.title"),
    text: t("moderate.choice.rename.text"),
    why: true,
    hours: false,
  },
];

/** The possible actions on a report: lines, boards and names exist only for some. */
export function choices({ report, board }: ReportContext): Choice[] {
  return all.filter(
    (c) =>
      (c.kind !== "hide" || (board !== null && !board.hidden)) &&
      (c.kind !== "remove" || report.line > 0) &&
      (c.kind !== "rename" || report.target.account),
  );
}

/** Reports whether an action is complete. */
export const isReady = (choice: Choice | undefined, why: string): boolean =>
  choice !== undefined && (!choice.why || why.trim() !== "");
