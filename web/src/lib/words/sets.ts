// The names of problem collections.
import { sayIfKnown, t } from "../../text/text.ts";

/** The name of a theme; one that only a user's own file has keeps its name. */
export const themeText = (theme: string): string => sayIfKnown(`train.themes.${theme}`) ?? theme;

/** The name of a range of ranks, such as "20k–16k". */
export function levelText(level: string): string {
  const [, rank] = /^(\d[kd]) and stronger$/.exec(level) ?? [];
  return rank ? t("train.andStronger", { rank }) : level;
}

/** The name of a collection, or of a problem's. */
export function setText({ group, title }: { group: string; title: string }): string {
  if (group === "level") return levelText(title);
  return group === "theme" ? themeText(title) : title;
}
