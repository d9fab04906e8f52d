// What collections of problems are called.
import { sayIfKnown, t } from "../../text/text.ts";

/** What a theme is called; one that only a file of somebody's own has keeps its name. */
export const themeText = (theme: string): string => sayIfKnown(`train.themes.${theme}`) ?? theme;

/** What a band of ranks is called, such as "20k–16k". */
export function levelText(level: string): string {
  const [, rank] = /^(\d[kd]) and stronger$/.exec(level) ?? [];
  return rank ? t("train.andStronger", { rank }) : level;
}

/** What a collection is called, or a problem's. */
export function setText({ group, title }: { group: string; title: string }): string {
  if (group === "level") return levelText(title);
  return group === "theme" ? themeText(title) : title;
}
