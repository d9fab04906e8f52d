// Reports and moderators' actions, in words.
import { momentText, t } from "../../text/text.ts";

/** The subjects of reports. */
export const reasons: Record<string, string> = {
  abuse: t("parts.report.reason.abuse"),
  spam: t("parts.report.reason.spam"),
  cheating: t("parts.report.reason.cheating"),
  stalling: t("parts.report.reason.stalling"),
  name: t("parts.report.reason.name"),
  other: t("parts.report.reason.other"),
};

/** Reports whether something is permanent, which the year 9999 means. */
export const isForGood = (until: string): boolean => until >= "9999";

/** The end time, in words. */
export function untilText(until: string): string {
  if (!until) return "";
  return isForGood(until)
    ? t("parts.until.forGood")
    : t("parts.until.date", { date: momentText(until, "moment") });
}
