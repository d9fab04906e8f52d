// How a running game stands, as a guess of the computer: who may ask, and the answer in words.
import { t } from "../../text/text.ts";
import type { CoachEstimate } from "../../wire.ts";
import type { GameView } from "../machine.ts";

/** Whether the one who looks may ask how the game stands: who plays it, where it is not rated and, between people, both allow it. */
export function estimable({ game, you, state }: GameView): boolean {
  const computer = game.black.kind === "engine" || game.white.kind === "engine";
  return (
    you !== "" &&
    state.phase === "playing" &&
    !state.opening && // who will have which stones is not settled
    !game.rated &&
    (computer || game.estimates === true)
  );
}

/** Nearer to even than this nobody is called ahead. */
const EVEN = 0.05;

/** The answer, which never sounds certain. */
export function estimateText({ black, lead, counts }: CoachEstimate): string {
  if (counts) {
    const count = Math.round(Math.abs(lead));
    if (count === 0) return t("play.estimate.even");
    return t(`play.estimate.points.${lead > 0 ? "black" : "white"}`, { count });
  }
  if (Math.abs(black - 0.5) < EVEN) return t("play.estimate.even");
  const percent = Math.min(Math.round(Math.max(black, 1 - black) * 100), 99);
  return t(`play.estimate.chance.${black > 0.5 ? "black" : "white"}`, { percent });
}
