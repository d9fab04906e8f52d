// Exhibitions, their settings and their state, in words.
import { t } from "../text/text.ts";
import type { Simul, SimulGame, SimulHead, SimulSetup } from "../wire.ts";

export const colors = ["white", "black", "chance", "alternate"] as const;

export const titleOf = (head: SimulHead): string => head.title || t("simuls.untitled");
export const hostOf = (head: SimulHead): string => head.host || t("simuls.gone");
export const guestOf = (game: Pick<SimulGame, "guest">): string => game.guest || t("simuls.gone");

/** The progress of an exhibition. */
export function stateOf(head: SimulHead): string {
  if (head.cancelled) return t("simuls.state.cancelled");
  if (head.phase === "open") return t("simuls.state.open", { count: head.guests, most: head.most });
  const { won, lost, drawn, off } = head.score;
  const score = t("simuls.state.score", { name: hostOf(head), won, lost, drawn });
  return off ? [score, t("simuls.state.off", { count: off })].join(" · ") : score;
}

/** A number of seconds, in minutes if they are whole. */
const timeText = (seconds: number): string =>
  seconds % 60 === 0
    ? t("simuls.facts.minutes", { count: seconds / 60 })
    : t("simuls.facts.seconds", { count: seconds });

/** Who may play, "" for everyone. */
function ratingsText({ minRating: from = 0, maxRating: to = 0 }: SimulSetup): string {
  if (from && to) return t("simuls.facts.ratings", { from, to });
  if (from) return t("simuls.facts.from", { from });
  return to ? t("simuls.facts.to", { to }) : "";
}

/** The settings of an exhibition besides its rules and its clock. */
export function termsOf({ setup, head, games }: Pick<Simul, "setup" | "head" | "games">): string {
  const guests = head.phase === "open" ? head.guests : games.length;
  const extra = (setup.extra ?? 0) + (setup.extraEach ?? 0) * guests;
  const color = colors.find((c) => c === setup.color);
  return [
    color ? t(`simuls.facts.color.${color}`) : "",
    setup.handicap === "rank" || setup.handicap === "each"
      ? t(`simuls.facts.handicap.${setup.handicap}`)
      : "",
    extra ? t("simuls.facts.extra", { time: timeText(extra) }) : "",
    ratingsText(setup),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The state of a game, for the host or for all others. */
export function gameState(all: Simul, game: SimulGame, hosts: boolean): string {
  const name = hostOf(all.head);
  switch (game.result) {
    case "won":
    case "lost":
      return t("simuls.wall.won", { name: game.result === "won" ? name : guestOf(game) });
    case "drawn":
      return t("simuls.wall.drawn");
    case "off":
      return t("simuls.wall.off");
  }
  if (game.turn === "host") return hosts ? t("simuls.wall.you") : t("simuls.wall.host", { name });
  if (game.turn === "guest") return t("simuls.wall.guest", { name: guestOf(game) });
  return t("simuls.wall.making");
}
