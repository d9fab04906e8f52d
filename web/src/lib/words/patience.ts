// How long a game waits for an absent player.
import { t } from "../../text/text.ts";

/** The choices, in seconds. */
export const patience = [60, 180, 300, 600, 1800, 86_400, 3 * 86_400, 7 * 86_400];

export const waitText = (seconds: number): string =>
  seconds < 86_400
    ? t("tournaments.form.noShowUnits.minutes", { count: seconds / 60 })
    : t("tournaments.form.noShowUnits.days", { count: seconds / 86_400 });
