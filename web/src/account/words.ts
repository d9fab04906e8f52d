import { t } from "../text/text.ts";

const problems = new Map([
  ["too-late", t("account.problem.tooLate")],
  ["unreachable", t("account.problem.unreachable")],
  ["refused", t("account.problem.refused")],
  ["unknown", t("account.problem.unknown")],
  ["taken", t("account.problem.taken")],
]);

/** Why sign-in at the other site failed, by the code that the server gave the page. */
export const elsewhereWords = (problem: string): string =>
  problems.get(problem) ?? t("account.problem.other");

/** The server's description of a browser, such as "Firefox on Linux". */
export function deviceText(title: string): string {
  const [, browser, system] = /^(.+) on (\w+)$/.exec(title) ?? [];
  if (browser && system) return t("account.devices.on", { browser, system });
  return title === "Another program" ? t("account.devices.other") : title;
}

/** What a scope of an access token allows; an unknown scope is returned as it is. */
export function scopeText(scope: string): string {
  switch (scope) {
    case "read":
    case "play":
    case "challenge":
    case "chat":
    case "study":
    case "library":
    case "learn":
    case "analyse":
    case "social":
      return t(`account.programs.scope.${scope}`);
    default:
      return scope;
  }
}
