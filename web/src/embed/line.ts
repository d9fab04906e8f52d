/** A sequence of positions: a game, or the attempts at a problem. Pure. */
import { BLACK, EMPTY, WHITE, type Stone } from "../board/state.ts";
import { stoneOf, stonesOf } from "../board/notation.ts";
import type { Embed, EmbedAnswer, TrainingStep } from "../wire.ts";

/** A position in the sequence. */
export interface Frame {
  stones: Uint8Array;
  /** the point of the last stone; -1 for none */
  last: number;
  /** the name of the move that led here; "" at the start */
  move: string;
  color: string;
}

/** The frame after n steps. */
export function frameAt(shown: Embed, n: number): Frame {
  const stones = stonesOf(shown.stones);
  for (const step of shown.steps.slice(0, n)) {
    if (step.stays) stones[step.point] = stoneOf(step.color);
    for (const p of step.taken) stones[p] = EMPTY;
  }
  const step = shown.steps[n - 1];
  return { stones, last: step?.stays ? step.point : -1, move: step?.move ?? "", color: step?.color ?? "" };
}

/** A problem or puzzle attempt: the correct moves so far, and the result of the last one. */
export class Trying {
  readonly #shown: Embed;
  /** frames after the first */
  #steps: TrainingStep[] = [];
  /** the moves and the answers to them, in the format of the server */
  #moves: string[] = [];
  answer: EmbedAnswer | null = null;

  constructor(shown: Embed) {
    this.#shown = shown;
  }

  /** The number of frames after the first. */
  get length(): number {
    return this.#steps.length;
  }

  /** Reports whether it is the user's move. */
  get open(): boolean {
    return !["wrong", "solved", "hopeless"].includes(this.answer?.verdict ?? "");
  }

  get side(): Stone {
    return stoneOf(this.#shown.toPlay);
  }

  frame(n: number): Frame {
    const step = this.#steps[n - 1];
    if (!step) return frameAt(this.#shown, 0);
    return { stones: stonesOf(step.stones), last: step.point, move: step.move, color: step.color };
  }

  /** Where to ask the server about a move. */
  address(move: string): string {
    return `${this.#shown.try}?moves=${encodeURIComponent([...this.#moves, move].join("."))}`;
  }

  /** Handles the server's answer to a move. */
  take(move: string, answer: EmbedAnswer): void {
    this.answer = answer;
    if (answer.verdict === "unclear") return;
    this.#steps = [...this.#steps, ...answer.steps];
    if (answer.verdict === "right") this.#moves = [...this.#moves, move, answer.reply];
  }

  restart(): void {
    [this.#steps, this.#moves, this.answer] = [[], [], null];
  }
}

/** A description of a point, for screen readers. */
export const onPoint = (stone: number | undefined): "black" | "white" | "empty" =>
  stone === BLACK ? "black" : stone === WHITE ? "white" : "empty";
