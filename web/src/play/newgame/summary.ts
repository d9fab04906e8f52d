// A short summary of a new game beside its button: the rules, and what is unusual.
import { t } from "../../text/text.ts";
import type { GameOption } from "../../wire.ts";
import { stonesGiven } from "./handicap.ts";

interface Terms {
  /** the name of the rule set, "" for a game without sets */
  set: string;
  /** "black", "white", "random" or "handicap" */
  color: string;
  /** in words, "" for none */
  clock: string;
  /** both may ask for estimates */
  estimates: boolean;
  options: readonly GameOption[];
  /** only what differs from the defaults */
  rules: Readonly<Record<string, string>>;
}

/** Rules, colours, handicap and komi, opening and clock, as far as they are not the defaults; "" if all are. */
export function summaryTerms({ set, color, clock, estimates, options, rules }: Terms): string {
  const titled = (id: string): string => {
    const value = rules[id] ?? "";
    return options.find((o) => o.id === id)?.choices?.find((c) => c.value === value)?.title ?? "";
  };
  const [opening, handicap, komi] = [titled("opening"), stonesGiven(rules), rules["komi"] ?? ""];
  return [
    set,
    titled("rule"),
    colorTerm(color, opening !== ""),
    handicap > 0 ? t("newgame.summary.handicap", { count: handicap }) : "",
    komi ? t("newgame.summary.komi", { komi }) : "",
    opening ? t("newgame.summary.opening", { opening }) : "",
    clock,
    estimates ? t("parts.games.estimates") : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The colours, or who begins an opening; "" for the default. */
function colorTerm(color: string, opened: boolean): string {
  if (color === "white") return opened ? t("newgame.summary.otherBegins") : t("newgame.summary.white");
  if (color === "random") return t("newgame.summary.random");
  return color === "handicap" ? t("newgame.summary.byRank") : "";
}
