// A mistake of the user's at the board: the position before it, the user's tries, and the engine's line after them.
// The server knows the rules, and asks the engine.
import { columnOf, landingIn } from "../board/drop.ts";
import { pointNames, type LetteredBoard } from "../board/letters.ts";
import { stoneOf, stonesOf } from "../board/notation.ts";
import { EMPTY, emptyState, type BoardState } from "../board/state.ts";
import { forbiddenWords, reasonText } from "../lib/games/reasons.ts";
import {
  ApiError,
  getBoard,
  getMistake,
  getMistakes,
  proveMistake,
  sentence,
  tryMistake,
} from "../lib/server/api.ts";
import { settings } from "../lib/settings.svelte.ts";
import { click } from "../lib/sound.ts";
import { boardTheme } from "../lib/theme.svelte.ts";
import { gameBoard } from "../parts/games/board.ts";
import { t } from "../text/text.ts";
import type { Board, MistakeAnswer, MistakeProblem, Mistakes, MistakeTry } from "../wire.ts";
import { keyOf, nextDue } from "./mistakes.ts";

/** The pause between two moves that the page plays, in milliseconds. */
const STEP = 700;

/** The id in addresses for the next due mistake. */
export const NEXT = "next";

/** Waiting for a move, or for the server; playing moves; or idle. */
type Phase = "open" | "asking" | "playing" | "done";

export class MistakeTrainer {
  problem: MistakeProblem | null = $state.raw(null);
  deck: Mistakes | null = $state.raw(null);
  answer: MistakeAnswer | null = $state.raw(null);
  phase: Phase = $state("asking");
  /** why nothing is possible, or why a move is illegal; "" for neither */
  refusal = $state("");
  /** no mistake is due */
  nothing = $state(false);
  /** whether a solver is searching for a proof, or has found none */
  proving: "" | "now" | "failed" = $state("");
  #from: string;
  #board: Board | null = $state.raw(null);
  /** the number of moves of the line on the board */
  #steps = $state(0);
  #placed = $state(-1);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** from: the key of one, or NEXT */
  constructor(from: string) {
    this.#from = from;
  }

  /** With the names of points that players of the game use. */
  get board(): LetteredBoard | null {
    return this.#board && gameBoard(this.#board, this.problem?.mistake.rules ?? "");
  }

  get key(): string {
    return this.problem ? keyOf(this.problem.mistake) : "";
  }

  async begin(): Promise<void> {
    await this.#guard(() => this.#show(this.#from === NEXT ? "" : this.#from));
  }

  /** Loads the next due one. */
  async next(): Promise<void> {
    await this.#guard(() => this.#show(""));
  }

  /** Stops playback; call when the page closes. */
  end(): void {
    clearTimeout(this.#timer);
  }

  /** Returns to the position. */
  again(): void {
    clearTimeout(this.#timer);
    this.answer = null;
    this.refusal = "";
    [this.#steps, this.#placed] = [0, -1];
    this.phase = "open";
  }

  /** A move as people write it. */
  called = (move: string): string => pointNames(this.board).text(move);

  choose(point: number): void {
    const { problem, board } = this;
    if (!problem || !board || this.phase === "asking" || this.phase === "playing") return;
    const { state } = problem;
    if (state.falls) point = landingIn(board, state.landings, columnOf(board, point));
    const name = board.names[point];
    if (name === undefined) return;
    const forbidden = state.forbidden.find((f) => f.point === point);
    if (this.phase === "done") this.refusal = t("train.life.tryAgainFirst");
    else if (problem.mistake.stones[point] !== ".") this.refusal = reasonText("occupied");
    else if (forbidden) this.refusal = reasonText(forbidden.reason);
    else void this.#try({ move: name, show: "" }, point);
  }

  pass(): void {
    if (this.phase === "open") void this.#try({ move: "pass", show: "" }, -1);
  }

  /** Shows the answer to the played move, or the engine's choice. */
  show(what: "played" | "better"): void {
    if (this.phase === "open" || this.phase === "done") void this.#try({ move: "", show: what }, -1);
  }

  /** Makes a solver search for a proof of what the move has done. */
  async prove(): Promise<void> {
    const { key, problem } = this;
    if (!problem || this.proving === "now") return;
    this.proving = "now";
    try {
      const { proof } = await proveMistake(key);
      if (key !== this.key) return;
      this.problem = { ...problem, mistake: { ...problem.mistake, proof, provable: !proof } };
      this.proving = proof ? "" : "failed";
    } catch (error) {
      this.proving = "";
      this.refusal = sentence(error instanceof Error ? error.message : String(error));
    }
  }

  readonly drawn: BoardState | null = $derived.by(() => {
    const { problem, board, answer } = this;
    if (!problem || !board) return null;
    const { mistake, state } = problem;
    const line = (answer?.steps ?? []).slice(0, this.#steps);
    const last = line[line.length - 1];
    const stones = stonesOf(last?.stones ?? mistake.stones);
    if (this.#placed >= 0) stones[this.#placed] = stoneOf(mistake.color);
    const open = this.phase === "open";
    return {
      ...emptyState(board.coords.length),
      stones,
      toPlay: open ? stoneOf(mistake.color) : EMPTY,
      forbidden: forbiddenWords(open ? state.forbidden : []),
      falls: state.falls,
      landings: open ? state.landings : [],
      targets: (mistake.proof?.points ?? []).filter((p) => stones[p] !== EMPTY),
      drawn: line.flatMap(({ point }, i) =>
        point >= 0 && stones[point] !== EMPTY
          ? [{ point, shape: "label" as const, label: String(i + 1) }]
          : [],
      ),
      last: last ? -1 : this.#placed >= 0 ? this.#placed : state.last,
      interactive: true,
      showCoordinates: settings.coordinates,
      theme: boardTheme(),
    };
  });

  async #show(key: string): Promise<void> {
    const deck = getMistakes().then((all) => (this.deck = all));
    if (!key) {
      const found = nextDue((await deck).mistakes, this.key);
      this.nothing = !found;
      if (!found) return;
      key = keyOf(found);
    }
    const problem = await getMistake(key);
    this.#board = await getBoard(problem.mistake.board);
    this.problem = problem;
    this.proving = "";
    this.again();
  }

  async #try(what: MistakeTry, point: number): Promise<void> {
    clearTimeout(this.#timer);
    const key = this.key;
    this.answer = null;
    [this.#steps, this.#placed] = [0, point];
    if (settings.sound && point >= 0) click();
    await this.#guard(async () => {
      const answer = await tryMistake(key, what);
      if (key !== this.key) return;
      this.answer = answer;
      if (answer.counted)
        void getMistakes().then(
          (all) => (this.deck = all),
          () => undefined,
        );
      this.phase = "playing";
      this.#play(1);
    });
    this.#placed = -1;
  }

  /** Puts the moves of the line on the board one by one. */
  #play(steps: number): void {
    this.#steps = steps;
    const all = this.answer?.steps.length ?? 0;
    if (steps >= all) this.phase = "done";
    else this.#timer = setTimeout(() => this.#play(steps + 1), STEP);
  }

  async #guard(what: () => Promise<void>): Promise<void> {
    clearTimeout(this.#timer);
    this.phase = "asking";
    this.refusal = "";
    try {
      await what();
    } catch (error) {
      this.refusal = sentence(error instanceof Error ? error.message : String(error));
      if (error instanceof ApiError && error.status === 404 && !this.problem) this.nothing = true;
      this.phase = this.problem ? "open" : "done";
    }
    if (this.nothing) this.phase = "done";
  }
}
