// The names of tournaments, and their formats, places and results in words.
import { t } from "../text/text.ts";
import type { Tournament, TournamentHead } from "../wire.ts";

export const formats = [
  {
    id: "round-robin",
    title: t("tournaments.format.roundRobin.title"),
    text: t("tournaments.format.roundRobin.text"),
  },
  {
    id: "double-round-robin",
    title: t("tournaments.format.doubleRoundRobin.title"),
    text: t("tournaments.format.doubleRoundRobin.text"),
  },
  { id: "swiss", title: t("tournaments.format.swiss.title"), text: t("tournaments.format.swiss.text") },
  { id: "mcmahon", title: t("tournaments.format.mcmahon.title"), text: t("tournaments.format.mcmahon.text") },
  {
    id: "knockout",
    title: t("tournaments.format.knockout.title"),
    text: t("tournaments.format.knockout.text"),
  },
  {
    id: "double-knockout",
    title: t("tournaments.format.doubleKnockout.title"),
    text: t("tournaments.format.doubleKnockout.text"),
  },
  { id: "arena", title: t("tournaments.format.arena.title"), text: t("tournaments.format.arena.text") },
] as const;

export const formatTitle = (id: string): string => formats.find((f) => f.id === id)?.title ?? id;

/** Tie-breaks: the heading of the column, and its meaning. */
const ties: Record<string, { short: string; text: string }> = {
  sos: { short: t("tournaments.tie.sos.short"), text: t("tournaments.tie.sos.text") },
  sodos: { short: t("tournaments.tie.sodos.short"), text: t("tournaments.tie.sodos.text") },
  "sos-1": { short: t("tournaments.tie.sos1.short"), text: t("tournaments.tie.sos1.text") },
  buchholz: { short: t("tournaments.tie.buchholz.short"), text: t("tournaments.tie.buchholz.text") },
  "buchholz-cut-1": {
    short: t("tournaments.tie.buchholzCut1.short"),
    text: t("tournaments.tie.buchholzCut1.text"),
  },
  "sonneborn-berger": {
    short: t("tournaments.tie.sonnebornBerger.short"),
    text: t("tournaments.tie.sonnebornBerger.text"),
  },
  direct: { short: t("tournaments.tie.direct.short"), text: t("tournaments.tie.direct.text") },
  wins: { short: t("tournaments.tie.wins.short"), text: t("tournaments.tie.wins.text") },
};

export const tieWords = (id: string): { short: string; text: string } => ties[id] ?? { short: id, text: id };

const results: Record<string, string> = {
  "": t("tournaments.rounds.result.going"),
  black: t("tournaments.rounds.result.black"),
  white: t("tournaments.rounds.result.white"),
  draw: t("tournaments.rounds.result.draw"),
  "black-forfeit": t("tournaments.rounds.result.blackForfeit"),
  "white-forfeit": t("tournaments.rounds.result.whiteForfeit"),
  absent: t("tournaments.rounds.result.absent"),
};

export const resultWords = (result: string): string => results[result] ?? result;

/** The results that a director can set. */
export const resultIds: readonly string[] = Object.keys(results).filter((id) => id !== "");

export const titleOf = (head: TournamentHead): string => head.title || t("tournaments.untitled");

/** The progress of a tournament. */
export function stateOf(head: TournamentHead): string {
  if (head.cancelled) return t("tournaments.cancelled");
  if (head.phase === "over") return head.winner ? t("tournaments.winner", { name: head.winner }) : "";
  if (head.phase === "running" && head.round > 0)
    return head.rounds > 0
      ? t("tournaments.roundOf", { round: head.round, rounds: head.rounds })
      : t("tournaments.round", { round: head.round });
  return t("tournaments.players", { count: head.players, most: head.most });
}

/** The name of a player in a tournament. */
export const nameIn = (all: Tournament, player: number): string =>
  all.players[player]?.name || t("tournaments.gone");

/** A grade: 1 for 1 dan, 0 for 1 kyu, -1 for 2 kyu. */
export const gradeText = (grade: number): string =>
  grade >= 1 ? t("tournaments.form.dan", { count: grade }) : t("tournaments.form.kyu", { count: 1 - grade });
