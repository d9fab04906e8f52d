// The server's sentences for which the page has texts.
import { sayIfKnown } from "../../text/text.ts";
import type {
  AnalysisReply,
  ChatRoom,
  GameRatings,
  MistakeAnswer,
  NameCheck,
  Opening,
  PuzzleAnswer,
  Sentence,
  ServerMessage,
  State,
  TrainingAnswer,
  TrainingProblem,
} from "../../wire.ts";
import { placesOf, refusalText } from "./refusals.ts";

/** Consecutive sentences in the page's words; if one is unknown, as the server says them. */
export function sentencesText(words: readonly Sentence[] | undefined, text: string): string {
  const said = (words ?? []).map(({ id, places }) => sayIfKnown(`sentences.${id}`, placesOf(places)));
  return said.length > 0 && said.every((s) => s !== undefined) ? said.join(" ") : text;
}

const sentenceText = (words: Sentence | undefined, text: string): string =>
  sentencesText(words && [words], text);

export const puzzleAnswerInWords = (answer: PuzzleAnswer): PuzzleAnswer => ({
  ...answer,
  text: sentenceText(answer.words, answer.text),
});

export const trainingAnswerInWords = (answer: TrainingAnswer): TrainingAnswer => ({
  ...answer,
  text: sentencesText(answer.words, answer.text),
});

export const mistakeAnswerInWords = (answer: MistakeAnswer): MistakeAnswer => ({
  ...answer,
  text: sentencesText(answer.words, answer.text),
});

export const hintInWords = (problem: TrainingProblem): TrainingProblem => ({
  ...problem,
  hint: sentenceText(problem.hintWords, problem.hint),
});

const openingInWords = (opening: Opening): Opening => ({
  ...opening,
  text: sentenceText(opening.words, opening.text),
  choices: opening.choices.map((c) => ({ ...c, title: sentenceText(c.words, c.title) })),
});

const stateInWords = (state: State): State =>
  state.opening ? { ...state, opening: openingInWords(state.opening) } : state;

/** A message about a game, with the options of its opening in the page's words. */
export function messageInWords(message: ServerMessage): ServerMessage {
  const { snapshot, event } = message;
  if (snapshot) return { ...message, snapshot: { ...snapshot, state: stateInWords(snapshot.state) } };
  if (!event) return message;
  const title = sentenceText(event.words, event.title);
  return { ...message, event: { ...event, title, state: stateInWords(event.state) } };
}

/** An answer about a position, likewise. */
export const replyInWords = (reply: AnalysisReply): AnalysisReply =>
  reply.position
    ? { ...reply, position: { ...reply.position, state: stateInWords(reply.position.state) } }
    : reply;

export const roomInWords = (room: ChatRoom): ChatRoom => ({ ...room, why: refusalText(room, room.why) });

export const nameCheckInWords = (check: NameCheck): NameCheck => ({
  ...check,
  why: refusalText(check, check.why),
});

export const ratingsInWords = (ratings: GameRatings): GameRatings => ({
  ...ratings,
  seats: ratings.seats.map((s) => ({
    ...s,
    refusal: refusalText(s.refusalId ? { refusal: s.refusalId } : {}, s.refusal),
  })),
});
