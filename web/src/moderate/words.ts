// What moderators see of games and people, in words.
import { t } from "../text/text.ts";

const deeds = [
  "dismiss",
  "warn",
  "silence",
  "suspend",
  "remove",
  "rename",
  "rename-team",
  "close-team",
  "hide",
  "unhide",
  "unsilence",
  "restore",
  "role",
  "create",
  "reset",
] as const;

/**
 * What somebody did, and until when if it lasts; a text with the marks "by" for who did it and "target" for the one to
 * whom it was done.
 */
export function deedText(kind: string, by: string, until = ""): string {
  if (until && (kind === "silence" || kind === "suspend"))
    return t(`moderate.lasting.${kind}`, { by, until });
  const known = deeds.find((d) => d === kind);
  return known ? t(`moderate.deed.${known}`, { by }) : t("moderate.deed.other", { by, kind });
}

const roles: Record<string, string> = {
  guest: t("moderate.role.guest"),
  player: t("moderate.role.player"),
  bot: t("moderate.role.bot"),
  moderator: t("moderate.role.moderator"),
  administrator: t("moderate.role.administrator"),
};

/** Who somebody is, and since when they are here where that is known. */
export function roleText(role: string, since: string): string {
  const words = roles[role] ?? role;
  return since ? t("moderate.case.hereSince", { role: words, date: since }) : words;
}

const phases: Record<string, string> = {
  waiting: t("moderate.phase.waiting"),
  playing: t("moderate.phase.playing"),
  scoring: t("moderate.phase.scoring"),
  finished: t("moderate.phase.finished"),
};

/** How far a game has come. */
export const atText = (ply: number, phase: string): string =>
  t("moderate.case.at", { ply, phase: phases[phase] ?? phase });
