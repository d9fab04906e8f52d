// "Guess the next move": the next moves are hidden, and the user chooses where the game continued.
import type { TreeNode } from "../lib/variations/tree.ts";
import type { Board } from "../wire.ts";
import { stepsBetween } from "./steps.ts";

export type Guessed = "both" | "black" | "white";

/** Who acts next: the guesser, the record, or neither because it has ended. */
type Turn = "guess" | "record" | "end";

/** The last message: about the guess, or that there is no guess yet. */
type Said = "start" | "right" | "variation" | "wrong" | "shown";

/** The current node of a record, and how to go to another one. */
interface Walker {
  readonly current: TreeNode;
  goto(node: TreeNode): void;
}

/** The pause before a move that the user need not guess is shown, in milliseconds. */
const REPLY = 600;

export class Guess {
  turn: Turn = $state("record");
  said: Said = $state("start");
  /** the move of the record in the last message */
  answer = $state("");
  /** how many moves were found at the first try, at the second, and not at all */
  first = $state(0);
  second = $state(0);
  missed = $state(0);
  /** the distance of wrong first tries from the record's moves in steps, in total, and how many there were */
  steps = $state(0);
  wrong = $state(0);
  #side: Guessed = $state("both");
  #tries = 0;
  #start: TreeNode;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly walker: Walker,
    private readonly board: Board,
  ) {
    this.#start = walker.current;
    this.#onward();
  }

  get side(): Guessed {
    return this.#side;
  }

  set side(side: Guessed) {
    this.#side = side;
    this.#onward();
  }

  /** The side whose move the user guesses. */
  get color(): string {
    return this.turn === "guess" ? (this.walker.current.children[0]?.color ?? "") : "";
  }

  get count(): number {
    return this.first + this.second + this.missed;
  }

  /** Handles a chosen move: any continuation in the record is right. */
  choose(move: string): void {
    const [main, ...others] = this.walker.current.children;
    if (this.turn !== "guess" || !main) return;
    if (move === main.move || others.some((n) => n.move === move)) {
      if (this.#tries === 0) this.first++;
      else this.second++;
      this.#go(main, move === main.move ? "right" : "variation");
      return;
    }
    if (this.#tries === 0) this.#measure(move, main.move);
    this.#tries++;
    if (this.#tries > 1) this.show();
    else this.said = "wrong";
  }

  /** Gives up: the move is shown. */
  show(): void {
    const [main] = this.walker.current.children;
    if (this.turn !== "guess" || !main) return;
    this.missed++;
    this.#go(main, "shown");
  }

  /** Starts again from the first node, with no guesses. */
  again(): void {
    this.first = this.second = this.missed = this.steps = this.wrong = this.#tries = 0;
    this.said = "start";
    this.walker.goto(this.#start);
    this.#onward();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #go(main: TreeNode, said: Said): void {
    this.#tries = 0;
    this.said = said;
    this.answer = main.move;
    this.walker.goto(main);
    this.#onward();
  }

  /** Advances to the next move to guess. */
  #onward(): void {
    clearTimeout(this.#timer);
    const next = this.walker.current.children[0];
    this.turn = !next ? "end" : this.#isAsked(next) ? "guess" : "record";
    if (!next || this.turn !== "record") return;
    this.#timer = setTimeout(() => {
      this.walker.goto(next);
      this.#onward();
    }, REPLY);
  }

  /** A stone of the guessed side: passes and stones set up by hand do not count. */
  #isAsked({ move, color }: TreeNode): boolean {
    return this.board.names.includes(move) && (this.#side === "both" || color === this.#side);
  }

  #measure(guess: string, answer: string): void {
    const steps = stepsBetween(this.board, this.board.names.indexOf(guess), this.board.names.indexOf(answer));
    this.wrong++;
    this.steps += steps;
  }
}
