// The computer's estimate of a running game: who may ask, and the answer in words.
import { t } from "../../text/text.ts";
import type { CoachEstimate } from "../../wire.ts";
import type { GameView } from "../machine.ts";

/** Reports whether the viewer may ask for an estimate: they play, the game is not rated and, between people, both allow it. */
export function estimable({ game, you, state }: GameView): boolean {
  const computer = game.black.kind === "engine" || game.white.kind === "engine";
  return (
    you !== "" &&
    state.phase === "playing" &&
    !state.opening && // the players' colours are not settled
    !game.rated &&
    (computer || game.estimates === true)
  );
}

/** In a game closer than this neither side is called ahead. */
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
