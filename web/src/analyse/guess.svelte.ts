// "Guess the next move": what comes is hidden, and one chooses where the game went on.
import type { TreeNode } from "../lib/variations/tree.ts";
import type { Board } from "../wire.ts";
import { stepsBetween } from "./steps.ts";

export type Guessed = "both" | "black" | "white";

/** Whose turn it is to do something: the guesser's, the record's, or nobody's as it has ended. */
type Turn = "guess" | "record" | "end";

/** What was said last: of the guess, or that nothing has been guessed yet. */
type Said = "start" | "right" | "variation" | "wrong" | "shown";

/** Where one is in a record, and how one goes elsewhere. */
interface Walker {
  readonly current: TreeNode;
  goto(node: TreeNode): void;
}

/** Before a move that is not to be guessed is shown, in milliseconds. */
const REPLY = 600;

export class Guess {
  turn: Turn = $state("record");
  said: Said = $state("start");
  /** the move of the record that was spoken of last */
  answer = $state("");
  /** how many moves were found at the first try, at the second one, and not at all */
  first = $state(0);
  second = $state(0);
  missed = $state(0);
  /** how many steps on the board first tries that were wrong were away, all together, and how many those were */
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

  /** Who makes the move that is to be guessed. */
  get color(): string {
    return this.turn === "guess" ? (this.walker.current.children[0]?.color ?? "") : "";
  }

  get count(): number {
    return this.first + this.second + this.missed;
  }

  /** A move was chosen: any that the record has here is right. */
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

  /** From where one began, with nothing guessed. */
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

  /** On to the next move that is to be guessed. */
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

  /** A stone of the side whose moves are guessed: passes and what is set up by hand are none. */
  #isAsked({ move, color }: TreeNode): boolean {
    return this.board.names.includes(move) && (this.#side === "both" || color === this.#side);
  }

  #measure(guess: string, answer: string): void {
    const steps = stepsBetween(this.board, this.board.names.indexOf(guess), this.board.names.indexOf(answer));
    this.wrong++;
    this.steps += steps;
  }
}
