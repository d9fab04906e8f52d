// Events of a game, as sentences: for screen readers, and for people other than the actor.
import { playerName, resultText } from "../lib/words/words.ts";
import { isRengo, partnerAt } from "../lib/games/rengo.ts";
import { listText, t } from "../text/text.ts";
import type { Event as GameEvent } from "../wire.ts";
import { timeWords } from "./clocks/clocks.ts";
import { isOwn, type GameView } from "./machine.ts";
import { colorOf, type Color } from "../lib/words/colors.ts";
import { seatOf, stateLine, stonesOfSeat } from "./words.ts";

type Sentence = (
  event: GameEvent,
  before: GameView,
  after: GameView,
  who: Color,
  called: (point: number) => string,
) => string;

const next = (after: GameView): string => t("play.sentence", { words: stateLine(after.state, after.game) });

/** The actor: in rengo the partner, not the whole side. */
const doer = ({ by, place }: GameEvent, { game }: GameView): string =>
  playerName(partnerAt(seatOf(game, by), place));

const resultOf = ({ state }: GameView): string =>
  state.result ? t("play.sentence", { words: resultText(state.result, state.resultHow) }) : "";

const takenBack: Sentence = (_, before, after) =>
  t("play.event.takenBack", { count: before.moves.length - after.moves.length, state: next(after) });

/** The maximum number of names in an announcement. */
const NAMES = 10;

function namesText(points: readonly number[], called: (point: number) => string): string {
  const names = points.slice(0, NAMES).map(called);
  const more = points.length - names.length;
  return listText(more > 0 ? [...names, t("play.event.moreStones", { count: more })] : names);
}

/** By kind of event. Most events that end a game are described by its result. */
const sentences: Record<string, Sentence> = {
  undone: takenBack,
  granted: takenBack,
  asked: (_, __, ___, who) => t(`play.ask.undo.${who}`),
  denied: (event, before, _, who) =>
    event.by === before.state.undoAsked
      ? t(`play.event.undoWithdrawn.${who}`)
      : t(`play.event.undoDenied.${who}`),
  offered: (event, _, after) => t("play.event.drawOffered", { name: doer(event, after) }),
  declined: (event, before, _, who) =>
    event.by === before.state.drawOffer
      ? t(`play.event.drawWithdrawn.${who}`)
      : t(`play.event.drawDeclined.${who}`),
  joined: (event, _, after) =>
    isRengo(after.game)
      ? t("play.rengo.took", { name: doer(event, after), state: next(after) })
      : t(`play.event.joined.${colorOf(event.by)}`, { state: next(after) }),
  freed: (event, before) => t("play.rengo.left", { name: doer(event, before) }),
  resigned: (event, _, after, who) =>
    isRengo(after.game) && event.place
      ? `${t(`play.rengo.resigned.${who}`, { name: doer(event, after) })} ${resultOf(after)}`
      : "",
  scoring: (_, __, { state: { dead } }, ___, called) =>
    dead.length > 0
      ? t("play.event.proposed", { count: dead.length, stones: namesText(dead, called) })
      : t("play.event.scoring"),
  toggled: (_, __, after) => t("play.event.marked", { count: after.state.dead.length }),
  accepted: (event, _, after) =>
    after.state.phase === "finished" ? "" : t(`play.event.accepted.${colorOf(event.by)}`),
  resumed: (_, __, after, who) => `${t(`play.event.resumed.${who}`)} ${next(after)}`,
  flagged: (_, __, after, who) => t(`play.event.flagged.${who}`, { result: resultOf(after) }),
  cancelled: (event, _, after, who) =>
    isRengo(after.game) && event.place
      ? t("play.rengo.cancelled", { name: doer(event, after) })
      : t(`play.event.cancelled.${who}`),
  credited: (event) => t("play.event.credited", { time: timeWords(event.time ?? 0) }),
  gave: (event, _, __, who) => t(`play.event.gave.${who}`, { time: timeWords(event.time ?? 0) }),
  paused: (_, __, ___, who) => t(`play.event.paused.${who}`),
  unpaused: (_, __, ___, who) => t(`play.event.unpaused.${who}`),
  vacation: (event, _, __, who) => t(`play.event.${event.time ? "vacation" : "vacationOver"}.${who}`),
};

/** The sentence for an event other than a move, with the players' names of points; "" for none. */
export function eventText(
  event: GameEvent,
  before: GameView,
  after: GameView,
  called: (point: number) => string,
): string {
  const who = colorOf(stonesOfSeat(after.state, event.by));
  return sentences[event.kind]?.(event, before, after, who, called) || resultOf(after);
}

/** For events without points. */
const nowhere = () => "";

/** The kinds of events that other people than the actor hear about. */
const told = [
  "denied",
  "declined",
  "granted",
  "credited",
  "gave",
  "cancelled",
  "unpaused",
  "vacation",
  "freed",
];

/** What a player or spectator must learn about an action that the board does not show; "" for none. */
export function noticeText(event: GameEvent, before: GameView, after: GameView): string {
  if (event.kind === "credited") return eventText(event, before, after, nowhere);
  // A player who gives a place back has none afterwards.
  if (isOwn(event, event.kind === "freed" ? before : after)) return "";
  const who = colorOf(stonesOfSeat(after.state, event.by));
  if (event.kind === "toggled" && losesConsent(before.state.accepted, after))
    return t(`play.event.unaccepted.${who}`);
  if (event.kind === "resigned" && isRengo(after.game) && event.place)
    return t(`play.rengo.resigned.${who}`, { name: doer(event, after) });
  if (event.kind === "resumed") return t(`play.event.resumed.${who}`);
  if (event.kind !== "moved")
    return told.includes(event.kind) ? eventText(event, before, after, nowhere) : "";
  const offer = before.state.drawOffer;
  if (
    offer !== "" &&
    offer === after.you &&
    event.by !== offer &&
    after.state.drawOffer === "" &&
    after.state.phase === "playing"
  )
    return t(`play.event.drawPassedOver.${who}`);
  if (event.move === "pass" && after.state.phase === "playing") return t(`play.event.passed.${who}`);
  return "";
}

/** Reports whether an earlier message about the game is outdated after an event. */
export function outdates(event: GameEvent, before: GameView, after: GameView): boolean {
  const agreed = event.kind === "accepted" && event.by === after.you;
  const seated = event.kind === "joined"; // perhaps at the place that was announced as free
  return (
    agreed || seated || after.moves.length !== before.moves.length || after.state.phase !== before.state.phase
  );
}

/** Reports whether the viewer had accepted the count, and no longer has. */
const losesConsent = (accepted: readonly string[], { you, state }: GameView): boolean =>
  accepted.includes(you) && !state.accepted.includes(you);
