// Texts about games and people for moderators.
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
 * An action, and its end if it is temporary; a text with the marks "by" for the actor and "target" for the person
 * concerned.
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

/** A person, and since when they have been here, if known. */
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

/** The state of a game. */
export const atText = (ply: number, phase: string): string =>
  t("moderate.case.at", { ply, phase: phases[phase] ?? phase });
