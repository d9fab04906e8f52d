// Requests between players at a table, as sentences with the possible answers.
import { pointNames, type LetteredBoard } from "../board/letters.ts";
import { isRengo } from "../lib/games/rengo.ts";
import { handicapOf } from "../lib/games/rules.ts";
import { otherColor, playerName, recordText } from "../lib/words/words.ts";
import { t } from "../text/text.ts";
import { timeWords } from "./clocks/clocks.ts";
import type { GameView, Wish } from "./machine.ts";
import { colorOf, type Color } from "../lib/words/colors.ts";
import { mover, seatOf, stonesOfSeat } from "./words.ts";

/** A button: a wish of the player, or a claim of a win or a draw. */
interface Answer {
  title: string;
  wish: Wish | "win" | "even";
  primary?: boolean;
}

interface Ask {
  text: string;
  answers: readonly Answer[];
}

/** Reports whether both players are people. */
export const people = ({ game }: GameView): boolean =>
  game.black.kind === "human" && game.white.kind === "human";

/** The colour of a seat. */
const stonesOf = (view: GameView, seat: string): Color => colorOf(stonesOfSeat(view.state, seat));

/** The opponent's colour. */
export const otherStones = (view: GameView): Color => stonesOf(view, otherColor(view.you));

/** The open requests between the players, the most urgent first; now is a time of the page's monotonic clock. */
export function asks(view: GameView, now: number, board: LetteredBoard | null = null): Ask[] {
  if (!view.you || view.state.phase === "waiting" || view.state.phase === "finished") return [];
  return [claimAsk(view, now), undoAsk(view, board), drawAsk(view)].filter((ask) => ask !== null);
}

/** The text about a player's claim, which stays the same during the countdown; "" for none. */
export function claimText(view: GameView, now: number): string {
  const claim = view.presence?.claim;
  if (!claim || claim.by !== view.you) return "";
  const [other, name] = [otherStones(view), leaver(view)];
  if (claimIn(view, now) > 0) return name ? t("play.rengo.gone", { name }) : t(`play.ask.left.${other}`);
  return name ? t("play.rengo.mayClaim", { name }) : t(`play.ask.mayClaim.${other}`);
}

/** Which of several opponents has left: the one to move; "" if the whole side has. */
const leaver = ({ state, game }: GameView): string =>
  isRengo(game) && state.phase === "playing" ? playerName(mover(state, game)) : "";

/** Milliseconds until the announced claim is possible. */
const claimIn = (view: GameView, now: number): number =>
  (view.presence?.claim?.in ?? 0) - (now - view.presenceAt);

function claimAsk(view: GameView, now: number): Ask | null {
  const text = claimText(view, now);
  if (!text) return null;
  const seconds = Math.ceil(claimIn(view, now) / 1000);
  if (seconds > 0) {
    const [time, name] = [timeWords(seconds * 1000), leaver(view)];
    const words = name
      ? t("play.rengo.mayClaimIn", { name, time })
      : t(`play.ask.mayClaimIn.${otherStones(view)}`, { time });
    return { text: words, answers: [] };
  }
  return {
    text,
    answers: [
      { title: t("play.ask.claimWin"), wish: "win", primary: true },
      { title: t("play.ask.claimDraw"), wish: "even" },
    ],
  };
}

/** What an undo request would take back: by name if it is one move, or one and its answer. */
export function undoText({ game, moves, state, you }: GameView, board: LetteredBoard | null): string {
  const names = pointNames(board);
  const { undoAsked, undoPlies } = state;
  const who = colorOf(stonesOfSeat(state, undoAsked));
  const back = moves.slice(moves.length - undoPlies).map((move) => recordText(names.text(move)));
  const [move = "", answer = ""] = back;
  if (back.length === 1) return t(`play.ask.undoOne.${who}`, { move });
  if (back.length !== 2) return t(`play.ask.undo.${who}`);
  const other = you === otherColor(undoAsked) && !isRengo(game);
  return t(`play.ask.${other ? "undoYours" : "undoBoth"}.${who}`, { move, answer });
}

function undoAsk(view: GameView, board: LetteredBoard | null): Ask | null {
  const { undoAsked } = view.state;
  if (undoAsked === "") return null;
  if (undoAsked === view.you)
    return {
      text: t(isRengo(view.game) ? "play.rengo.undoAsked" : "play.ask.undoAsked"),
      answers: [{ title: t("play.ask.neverMind"), wish: "deny" }],
    };
  return {
    text: undoText(view, board),
    answers: [
      { title: t("play.ask.agree"), wish: "grant", primary: true },
      { title: t("play.ask.no"), wish: "deny" },
    ],
  };
}

function drawAsk(view: GameView): Ask | null {
  const { drawOffer } = view.state;
  if (drawOffer === "") return null;
  if (drawOffer === view.you)
    return {
      text: t(isRengo(view.game) ? "play.rengo.drawOffered" : "play.ask.drawOffered"),
      answers: [{ title: t("play.ask.withdrawDraw"), wish: "decline" }],
    };
  return {
    text: t(`play.ask.draw.${stonesOf(view, drawOffer)}`),
    answers: [
      { title: t("play.ask.agreeToDraw"), wish: "draw", primary: true },
      { title: t("common.decline"), wish: "decline" },
    ],
  };
}

/** Reports whether the computer takes moves back and allows "Move now": in a rated game it does neither. */
export const obliging = (view: GameView): boolean => people(view) || !view.game.rated;

/** Reports whether a player may ask the opponent, or the computer, for an undo now. */
export function mayTakeBack(view: GameView): boolean {
  if (!obliging(view)) return false;
  if (view.state.undoAsked !== "") return false;
  // The first player has a move as soon as there is any, and the other one from the second on.
  const begins = handicapOf(view.game.rules) > 0 ? "white" : "black";
  if (view.moves.length <= (view.you === begins ? 0 : 1)) return false;
  return people(view) || seatOf(view.game, view.state.turn).kind !== "engine";
}

/** How many of the rengo players want another game, of how many, and whether the viewer does. */
export function rematchWishes({ game, you, place, rematch }: GameView): {
  count: number;
  all: number;
  mine: boolean;
} {
  const { black = [], white = [] } = rematch?.wants ?? {};
  const count = [...black, ...white].filter(Boolean).length;
  const own = you === "white" ? white : black;
  return { count, all: 2 * (game.partners ?? 1), mine: you !== "" && (own[place - 1] ?? false) };
}

/**
 * The game's id if the user's bad moves in it can become exercises, else "": in rengo a side's moves are not each
 * partner's.
 */
export const trainable = ({ game, you }: GameView): string => (you && !isRengo(game) ? game.id : "");

/** The change in the wishes for another rengo game, given the previous number; "" for none. */
export function wishesText(view: GameView, known: number): string {
  const { count, all } = rematchWishes(view);
  if (count === known || view.rematch?.game) return "";
  return count ? t("play.rengo.wishes", { count, all }) : t("play.rengo.noWishes");
}

/** A key of the visible buttons: they change only with it, also within a phase. */
export const buttonsKey = ({ state, you, place, rematch }: GameView): string =>
  [state.phase, you, place, rematch?.by ?? ""].join(" ");
