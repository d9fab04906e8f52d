// What a moderator can do about a report.
import type { ReportContext } from "../wire.ts";

export interface Choice {
  /** of the deed */
  kind: string;
  title: string;
  text: string;
  /** it has words for the one whom it is about */
  why: boolean;
  /** it lasts for a time */
  hours: boolean;
}

const all: Choice[] = [
  { kind: "dismiss", title: "Dismiss", text: "Nothing was wrong.", why: false, hours: false },
  { kind: "remove", title: "Remove the line", text: "And tell them why.", why: true, hours: false },
  { kind: "warn", title: "Warn", text: "They are told.", why: true, hours: false },
  { kind: "silence", title: "Silence", text: "They may not talk.", why: true, hours: true },
  { kind: "suspend", title: "Suspend", text: "They may only watch.", why: true, hours: true },
  { kind: "rename", title: "Rename", text: "They get a name without meaning.", why: true, hours: false },
];

/** What can be done about a report: there are lines and names only of some. */
export function choices({ report }: ReportContext): Choice[] {
  return all.filter(
    (c) => (c.kind !== "remove" || report.line > 0) && (c.kind !== "rename" || report.target.account),
  );
}

/** Whether a choice can be carried out. */
export const isReady = (choice: Choice | undefined, why: string): boolean =>
  choice !== undefined && (!choice.why || why.trim() !== "");
