// What happened in a game, as sentences: for those who hear it, and for those who
// did not do it themselves.
import { colorName, count, otherColor, playerName, resultText } from "../lib/words/words.ts";
import type { Event as GameEvent } from "../wire.ts";
import { timeWords } from "./clocks/clocks.ts";
import type { GameView } from "./machine.ts";
import { seatOf, stateLine, stonesOfSeat } from "./words.ts";

type Sentence = (event: GameEvent, before: GameView, after: GameView, who: string) => string;

const next = (after: GameView): string => `${stateLine(after.state, after.game)}.`;

const resultOf = ({ state }: GameView): string =>
  state.result ? `${resultText(state.result, state.resultHow)}.` : "";

const takenBack: Sentence = (_, before, after) =>
  `${count(before.moves.length - after.moves.length, "move")} taken back. ${next(after)}`;

/** By kind of event. Most of those that end a game are told by its result. */
const sentences: Record<string, Sentence> = {
  undone: takenBack,
  granted: takenBack,
  asked: (_, __, ___, who) => `${who} asks to take a move back.`,
  denied: (event, before, _, who) =>
    event.by === before.state.undoAsked
      ? `${who} does not want to take back any more.`
      : `${who} does not agree to take back.`,
  offered: (event, _, after) => `${playerName(seatOf(after.game, event.by))} offers a draw.`,
  declined: (event, before, _, who) =>
    event.by === before.state.drawOffer
      ? `${who} does not offer a draw any more.`
      : `${who} declined the draw.`,
  joined: (event, _, after) => `${colorName(event.by)} has come. ${next(after)}`,
  scoring: () => "Both sides passed. Mark the dead stones, then accept.",
  toggled: (_, __, after) => `${count(after.state.dead.length, "stone")} marked dead.`,
  accepted: (event, _, after) =>
    after.state.phase === "finished" ? "" : `${colorName(event.by)} accepts the count.`,
  resumed: (_, __, after) => `Play goes on. ${next(after)}`,
  flagged: (_, __, after, who) => `${who} ran out of time. ${resultOf(after)}`,
  cancelled: (_, __, ___, who) => `${who} called the game off.`,
  credited: (event) => `The server was away for ${timeWords(event.time ?? 0)}. That time does not count.`,
  gave: (event, _, after, who) => {
    const other = colorName(stonesOfSeat(after.state, otherColor(event.by)));
    return `${who} gives ${other} ${timeWords(event.time ?? 0)}.`;
  },
  paused: (_, __, ___, who) => `${who} is on leave: the clocks stand.`,
  unpaused: (_, __, ___, who) => `${who} is back from leave.`,
};

/** The sentence for an event that is no move; "" where there is nothing to say. */
export function eventText(event: GameEvent, before: GameView, after: GameView): string {
  const who = colorName(stonesOfSeat(after.state, event.by));
  return sentences[event.kind]?.(event, before, after, who) || resultOf(after);
}

/** What a player or a watcher is to see of what somebody else did and the board does not show; "" for nothing. */
export function noticeText(event: GameEvent, before: GameView, after: GameView): string {
  const told = event.kind === "credited" || event.by !== after.you;
  const quiet = !["denied", "declined", "granted", "credited", "gave", "cancelled", "unpaused"].includes(
    event.kind,
  );
  return told && !quiet ? eventText(event, before, after) : "";
}
