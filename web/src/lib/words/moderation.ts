// Reports and what moderators do, in words.

/** What a report may be about. */
export const reasons: Record<string, string> = {
  abuse: "Insults, threats, harassment",
  spam: "Advertising, the same again and again",
  cheating: "Cheating, such as an engine's help",
  stalling: "Letting the time run out, leaving games",
  name: "An offensive name",
  other: "Something else",
};

/** What moderators can do, as it is told of in the log. */
export const deeds: Record<string, string> = {
  dismiss: "dismissed a report about",
  warn: "warned",
  silence: "silenced",
  suspend: "suspended",
  remove: "removed a line of",
  rename: "renamed",
  unsilence: "let talk again",
  restore: "let play again",
  role: "changed the role of",
  create: "made the account",
  reset: "let in anew",
};

/** Until when, in words; the year 9999 stands for "for good". */
export function untilText(until: string): string {
  if (!until) return "";
  if (until >= "9999") return "for good";
  return "until " + dateText(until);
}

export const dateText = (at: string): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
