// Texts about ladders and their events.
import { momentText, t } from "../text/text.ts";
import type { LadderEvent, LadderHead, LadderMay, LadderPlayer } from "../wire.ts";

export const titleOf = (head: LadderHead): string => head.title || t("ladders.untitled");

/** The name of a player whose account may be deleted. */
export const calledOf = (name: string | undefined): string => name || t("ladders.gone");

/** How many players are on a ladder, and how many play. */
export const stateOf = (head: LadderHead): string =>
  [
    t("ladders.players", { count: head.players }),
    head.closed ? t("ladders.list.closed") : head.playing ? t("ladders.going", { count: head.playing }) : "",
  ]
    .filter(Boolean)
    .join(" · ");

/** Reports whether a time (RFC 3339) is in the future. */
export const comes = (at: string | undefined, now: number): boolean => !!at && Date.parse(at) > now;

/** Reports whether a player may be challenged: what expires does so while the page is open. */
export const isOpenTo = ({ why, until }: LadderMay, now: number): boolean =>
  why === "" || (why === "rest" && !comes(until, now));

/** Why a player cannot be challenged, "" if they can; players below get no text. */
export function whyText({ why, until }: LadderMay): string {
  switch (why) {
    case "self":
      return t("ladders.why.self");
    case "below":
      return t("ladders.why.below");
    case "far":
      return t("ladders.why.far");
    case "between":
      return t("ladders.why.between");
    case "own":
      return t("ladders.why.own");
    case "busy":
      return t("ladders.why.busy");
    case "rest":
      return t("ladders.why.rest", { time: momentText(until ?? "", "recent") });
  }
  return "";
}

/** How many places a player has gone up in a week, less than 0 for down; null if they were not there. */
export const roseBy = (player: LadderPlayer, place: number): number | null =>
  player.before > 0 ? player.before - place : null;

/** An event, as a sentence. */
export function eventText(event: LadderEvent): string {
  const player = calledOf(event.player);
  const other = calledOf(event.other);
  const { from = 0, to = 0 } = event;
  switch (event.kind) {
    case "joined":
      return t("ladders.last.joined", { player });
    case "left":
      return t("ladders.last.left", { player });
    case "removed":
      return t("ladders.last.removed", { player });
    case "dropped":
      return t("ladders.last.dropped", { player });
    case "gone":
      return t("ladders.last.gone", { player });
    case "challenged":
      return t("ladders.last.challenged", { player, other });
    case "won":
      return from === to
        ? t("ladders.last.wonBelow", { player, other })
        : t("ladders.last.won", { player, other, from, to });
    case "held":
      return t("ladders.last.held", { player, other });
    case "drew":
      return t("ladders.last.drew", { player, other });
    case "default":
      return from === to
        ? t("ladders.last.defaultBelow", { player, other })
        : t("ladders.last.default", { player, other, from, to });
  }
  return t("ladders.last.lapsed", { player, other });
}
