// How long one waits for who does not come to a game.
import { t } from "../../text/text.ts";

/** What there is to choose, in seconds. */
export const patience = [60, 180, 300, 600, 1800, 86_400, 3 * 86_400, 7 * 86_400];

export const waitText = (seconds: number): string =>
  seconds < 86_400
    ? t("tournaments.form.noShowUnits.minutes", { count: seconds / 60 })
    : t("tournaments.form.noShowUnits.days", { count: seconds / 86_400 });
