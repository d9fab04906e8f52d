// Reports and what moderators do, in words.
import { momentText, t } from "../../text/text.ts";

/** What a report may be about. */
export const reasons: Record<string, string> = {
  abuse: t("parts.report.reason.abuse"),
  spam: t("parts.report.reason.spam"),
  cheating: t("parts.report.reason.cheating"),
  stalling: t("parts.report.reason.stalling"),
  name: t("parts.report.reason.name"),
  other: t("parts.report.reason.other"),
};

/** Whether something lasts for good, for which the year 9999 stands. */
export const isForGood = (until: string): boolean => until >= "9999";

/** Until when, in words. */
export function untilText(until: string): string {
  if (!until) return "";
  return isForGood(until)
    ? t("parts.until.forGood")
    : t("parts.until.date", { date: momentText(until, "moment") });
}
