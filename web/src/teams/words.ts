// Teams and matches in words, and who may be where in a line-up.
import { waitText } from "../lib/words/patience.ts";
import { points } from "../lib/words/points.ts";
import { t } from "../text/text.ts";
import type { TeamMatch, TeamMatchHead, TeamMatchPlayer, TeamMatchSide, TeamMatchTeam } from "../wire.ts";

export const entries = [
  { id: "open", title: t("teams.entry.open") },
  { id: "ask", title: t("teams.entry.ask") },
  { id: "link", title: t("teams.entry.link") },
] as const;

export const entryTitle = (id: string): string => entries.find((e) => e.id === id)?.title ?? id;

/** The name of a team in a match. */
export const teamIn = (team: TeamMatchTeam): string =>
  team.name || (team.id ? t("teams.gone") : t("teams.noOne"));

export const bothOf = (head: TeamMatchHead): string =>
  t("teams.challenge.against", { home: teamIn(head.home), guest: teamIn(head.guest) });

export const scoreOf = (head: TeamMatchHead): string =>
  t("teams.match.score", { home: points(head.home.points), guest: points(head.guest.points) });

const phases: Record<string, string> = {
  proposed: t("teams.match.phase.proposed"),
  lineup: t("teams.match.phase.lineup"),
  playing: t("teams.match.phase.playing"),
  over: t("teams.match.phase.over"),
  off: t("teams.match.phase.off"),
};

const ways: Record<string, string> = {
  berlin: t("teams.match.by.berlin"),
  first: t("teams.match.by.first"),
  lineup: t("teams.match.by.lineup"),
  cancelled: t("teams.match.by.cancelled"),
};

/** The progress of a match, or its winner and the deciding criterion. */
export function stateOf(head: TeamMatchHead): string {
  if (head.winner === "draw") return t("teams.match.draw");
  if (head.winner) {
    const won = t("teams.match.won", { team: teamIn(head.winner === "home" ? head.home : head.guest) });
    return [won, ways[head.by] ?? ""].filter(Boolean).join(", ");
  }
  if (head.phase === "playing") return t("teams.match.left", { count: head.left });
  return phases[head.phase] ?? head.phase;
}

const whys: Record<string, string> = {
  declined: t("teams.match.why.declined"),
  cancelled: t("teams.match.why.cancelled"),
  late: t("teams.match.why.late"),
  lineup: t("teams.match.why.lineup"),
  closed: t("teams.match.why.closed"),
};

/** Why a match did not take place. */
export const whyOf = (match: TeamMatch): string => whys[match.why ?? ""] ?? "";

const results: Record<string, string> = {
  "": t("teams.result.going"),
  home: t("teams.result.home"),
  guest: t("teams.result.guest"),
  draw: t("teams.result.draw"),
  "home-forfeit": t("teams.result.homeForfeit"),
  "guest-forfeit": t("teams.result.guestForfeit"),
  none: t("teams.result.none"),
};

export const resultWords = (result: string): string => results[result] ?? result;

/** The settings of a match besides its clock and rules. */
export function termsOf({ head, setup }: TeamMatch): string[] {
  let colors = t("teams.match.homeWhite", { team: teamIn(head.home) });
  if (setup.handicap) colors = t("teams.match.handicap");
  else if (setup.lot) colors = t("teams.match.lot");
  return [
    colors,
    ...(setup.notice ? [t("teams.match.notice", { count: setup.notice / 60 })] : []),
    t("teams.match.noShow", { wait: waitText(setup.noShow) }),
  ];
}

/** The name of a player at a board. */
export const playerIn = (player: TeamMatchPlayer): string => player.name || t("teams.erased");

/** A line-up while it is edited: a name or "" for each board, and reserves. */
interface Draft {
  line: string[];
  reserves: string[];
}

/** A draft without former members: the server accepts only members. */
export function within(draft: Draft, roster: readonly TeamMatchPlayer[]): Draft {
  const names = new Set(roster.map((p) => p.name));
  return {
    line: draft.line.map((name) => (names.has(name) ? name : "")),
    reserves: draft.reserves.filter((name) => names.has(name)),
  };
}

/** The line-up of a side, as far as its members are still there, or an empty one. */
export const draftOf = (side: TeamMatchSide, boards: number): Draft =>
  within(
    {
      line: Array.from({ length: boards }, (_, i) => side.line?.[i]?.name ?? ""),
      reserves: (side.reserves ?? []).map((p) => p.name),
    },
    side.roster ?? [],
  );

/** The saved line-up of a side as a key, to detect changes. */
export const savedKey = (side: TeamMatchSide): string =>
  JSON.stringify([side.line, side.reserves].map((list) => (list ?? []).map((p) => p.name)));

/** The strongest at the boards, in order, and as many again as reserves; the server accepts 20. */
export function byRank(roster: readonly TeamMatchPlayer[], boards: number): Draft {
  const names = roster.map((p) => p.name);
  return {
    line: Array.from({ length: boards }, (_, i) => names[i] ?? ""),
    reserves: names.slice(boards, boards + Math.min(boards, 20)),
  };
}

/** A draft with a player put at a board: players swap boards, and a reserve player is no longer one. */
export function seated(draft: Draft, board: number, name: string): Draft {
  const before = draft.line[board] ?? "";
  const line = draft.line.map((at, i) => (i === board ? name : at === name && name !== "" ? before : at));
  const reserve = draft.reserves.includes(name);
  return {
    line,
    reserves: draft.reserves.flatMap((r) => (r !== name ? [r] : reserve && before ? [before] : [])),
  };
}

export const isWhole = (draft: Draft): boolean => draft.line.every((name) => name !== "");
