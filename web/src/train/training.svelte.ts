// Life-and-death problems: the current one, the attempted moves, and the answers on the board. The server knows the
// rules and the answers.
import { stoneOf, stonesOf } from "../board/notation.ts";
import { EMPTY, emptyState, type BoardState } from "../board/state.ts";
import type { TrainStart } from "../lib/router/routes.ts";
import {
  ApiError,
  getBoard,
  getTraining,
  getTrainingProblem,
  nextTraining,
  sentence,
  tryTraining,
} from "../lib/server/api.ts";
import { settings } from "../lib/settings.svelte.ts";
import { click } from "../lib/sound.ts";
import { boardTheme } from "../lib/theme.svelte.ts";
import { forbiddenWords, reasonText } from "../lib/games/reasons.ts";
import { t } from "../text/text.ts";
import type { Board, Forbidden, Training, TrainingAnswer, TrainingProblem, TrainingStep } from "../wire.ts";
import { taskLine } from "./words.ts";

/** The pause between two moves that the page plays, in milliseconds. */
const STEP = 700;

/** A position of a problem in which the user must find the move. */
interface Stand {
  /** the user's moves and the answers to them */
  moves: readonly string[];
  stones: string;
  last: number;
  forbidden: readonly Forbidden[];
}

/** The phase: waiting for a move, or for the server; playing moves on the board; or waiting for the user's choice. */
type Phase = "open" | "asking" | "playing" | "done";

export class LifeTrainer {
  problem: TrainingProblem | null = $state.raw(null);
  board: Board | null = $state.raw(null);
  standing: Training | null = $state.raw(null);
  answer: TrainingAnswer | null = $state.raw(null);
  /** the rating changes since the problem was shown */
  counted: TrainingAnswer | null = $state.raw(null);
  phase: Phase = $state("asking");
  /** why nothing is possible now, or "" */
  problemText = $state("");
  /** there is no problem to show, for a reason other than an error */
  nothing = $state("");
  /** why a move is illegal */
  refusal = $state("");
  /** the hint in words has been given */
  hinted = $state(false);
  #from: TrainStart;
  #stand: Stand = $state.raw({ moves: [], stones: "", last: -1, forbidden: [] });
  /** the stones while moves are being played, instead of those of the position */
  #shown: TrainingStep | null = $state.raw(null);
  #placed = $state(-1);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #questions = 0;

  constructor(from: TrainStart) {
    this.#from = from;
  }

  get mode(): string {
    return this.#from.mode || (this.#from.problem ? "" : "rated");
  }

  /** Shows the first problem. */
  async begin(): Promise<void> {
    const stands = this.#stands();
    await this.#guard(async () => {
      if (this.mode === "exam") await stands; // the place of the clock is reserved from the start
      if (this.#from.problem && !this.#from.mode)
        await this.#show(await getTrainingProblem(this.#from.problem));
      else await this.#next(this.#from.problem);
    });
  }

  async next(): Promise<void> {
    await this.#guard(() => this.#next());
  }

  /** Stops playback; call when the page closes. */
  end(): void {
    clearTimeout(this.#timer);
  }

  /** Returns to the last position in which everything was correct. */
  again(): void {
    clearTimeout(this.#timer);
    const wrong = this.answer?.verdict === "wrong" || this.answer?.verdict === "unclear";
    if (!wrong) this.#restart();
    this.#open();
  }

  /** Handles a chosen point of the board. */
  choose(point: number): void {
    const name = this.board?.names[point];
    if (!this.problem || name === undefined || this.phase === "asking" || this.phase === "playing") return;
    const { stones, forbidden } = this.#stand;
    const no = forbidden.find((f) => f.point === point);
    if (this.phase === "done") this.refusal = this.solved ? "" : t("train.life.tryAgainFirst");
    else if (stones[point] !== ".") this.refusal = reasonText("occupied");
    else if (no) this.refusal = reasonText(no.reason);
    else if (!this.problem.region.includes(point)) this.refusal = t("train.life.outside");
    else void this.#try(name, point);
  }

  pass(): void {
    if (this.phase === "open") void this.#try("pass", -1);
  }

  /** The rating points that the solution costs now; 0 for none. */
  get cost(): number {
    return this.problem && !this.counted ? Math.round(this.problem.cost) : 0;
  }

  /** Plays the solution from here. The problem counts as failed. */
  async show(): Promise<void> {
    const problem = this.problem;
    if (!problem || this.phase === "asking" || this.phase === "playing") return;
    this.refusal = "";
    await this.#guard(async () => {
      this.#shown = null;
      const answer = await tryTraining(problem.key, { moves: [...this.#stand.moves], show: true });
      if (problem !== this.problem) return;
      this.#take(problem, answer, () => (this.phase = "done"));
    });
  }

  /** Reports whether help starts with words: before the first move, once. */
  get hints(): boolean {
    return this.phase === "open" && !this.hinted && this.moves.length === 0 && !!this.problem?.hint;
  }

  /** Gives a hint in words. It does not count. */
  hint(): void {
    this.hinted = true;
    this.refusal = "";
  }

  /** The hint while it is useful, or "". */
  get hintText(): string {
    return this.hinted && this.moves.length === 0 && this.phase === "open" ? (this.problem?.hint ?? "") : "";
  }

  get solved(): boolean {
    return this.answer?.verdict === "solved";
  }

  /** Reports whether help is available: not in an exam. */
  get helps(): boolean {
    return this.problem?.mode !== "exam";
  }

  get moves(): readonly string[] {
    return this.#stand.moves;
  }

  readonly drawn: BoardState | null = $derived.by(() => {
    const { problem, board } = this;
    if (!problem || !board) return null;
    const stones = stonesOf(this.#shown?.stones ?? this.#stand.stones);
    if (this.#placed >= 0) stones[this.#placed] = stoneOf(problem.toPlay);
    const open = this.phase === "open";
    return {
      ...emptyState(board.coords.length),
      stones,
      toPlay: open ? stoneOf(problem.toPlay) : EMPTY,
      forbidden: forbiddenWords(open ? this.#stand.forbidden : []),
      tinted: problem.region,
      targets: problem.target.filter((p) => stones[p] !== EMPTY),
      last: this.#placed >= 0 ? this.#placed : (this.#shown?.point ?? this.#stand.last),
      interactive: true,
      showCoordinates: settings.coordinates,
      theme: boardTheme(),
    };
  });

  /**
   * The points of the problem, which the board zooms to; on a solid board, where they may be all around, its stones.
   */
  readonly near: readonly number[] = $derived.by(() => {
    if (!this.problem) return [];
    const { stones, region } = this.problem;
    return [
      ...(this.board?.flat ? region : []),
      ...[...stones].flatMap((stone, p) => (stone === "." ? [] : [p])),
    ];
  });

  /** The board's description for screen readers. */
  get label(): string {
    return this.problem && this.board
      ? t("train.life.board", { task: taskLine(this.problem), board: this.board.title })
      : "";
  }

  /** problem: the id of one in the collection, or "" */
  async #next(problem = ""): Promise<void> {
    const choice = {
      mode: this.mode || "rated",
      collection: this.#from.collection,
      after: this.problem?.key ?? "",
      problem,
    };
    await this.#show(await nextTraining(choice));
  }

  async #show(problem: TrainingProblem): Promise<void> {
    this.board = await getBoard(problem.board);
    this.problem = problem;
    this.counted = null;
    this.hinted = false;
    this.#restart();
    this.#open();
  }

  #restart(): void {
    const { stones, forbidden } = this.problem!;
    this.#stand = { moves: [], stones, last: -1, forbidden };
  }

  #open(): void {
    this.answer = null;
    this.refusal = "";
    this.#shown = null;
    this.#placed = -1;
    this.phase = "open";
  }

  async #try(name: string, point: number): Promise<void> {
    const problem = this.problem!;
    this.#placed = point;
    this.refusal = "";
    if (settings.sound && point >= 0) click();
    await this.#guard(async () => {
      const moves = [...this.#stand.moves, name];
      const answer = await tryTraining(problem.key, { moves, show: false });
      if (problem !== this.problem) return;
      this.#take(problem, answer, () => this.#arrive(answer, moves));
    });
    if (problem === this.problem) this.#placed = -1;
  }

  /** Handles an answer, and plays its moves one by one. */
  #take(problem: TrainingProblem, answer: TrainingAnswer, after: () => void): void {
    this.answer = answer;
    if (answer.counted) this.#count(problem, answer);
    if (answer.verdict === "unclear") {
      this.phase = "open"; // nothing is known about the move: the user may try another one
      return;
    }
    this.phase = "playing";
    this.#play(answer.steps, 0, after);
  }

  #play(steps: readonly TrainingStep[], at: number, after: () => void): void {
    const step = steps[at];
    if (!step) return after();
    this.#shown = step;
    if (settings.sound && at > 0 && step.point >= 0) click();
    if (at + 1 === steps.length) return after();
    this.#timer = setTimeout(() => this.#play(steps, at + 1, after), STEP);
  }

  /** The next step after an answer's moves are on the board. */
  #arrive(answer: TrainingAnswer, moves: readonly string[]): void {
    const last = answer.steps[answer.steps.length - 1];
    if (answer.verdict !== "right" || !last) {
      this.phase = "done";
      return;
    }
    this.#stand = {
      moves: [...moves, last.move],
      stones: last.stones,
      last: last.point,
      forbidden: answer.forbidden,
    };
    this.#shown = null;
    this.phase = "open";
  }

  #count(problem: TrainingProblem, answer: TrainingAnswer): void {
    this.counted = answer;
    const now = this.standing;
    if (now) this.standing = { ...now, rating: answer.rating ?? now.rating, exam: answer.exam ?? now.exam };
    if (problem.mode !== "exam") void this.#stands();
  }

  /** Loads the user's rating; the page works without it. */
  #stands(): Promise<void> {
    return getTraining().then(
      (standing) => void (this.standing = standing),
      () => undefined,
    );
  }

  /** Sends a request, and shows its refusal, unless there is a newer request. */
  async #guard(what: () => Promise<void>): Promise<void> {
    clearTimeout(this.#timer);
    const question = ++this.#questions;
    const before = this.phase;
    this.phase = "asking";
    this.problemText = "";
    try {
      await what();
    } catch (error) {
      if (question !== this.#questions) return;
      const text = sentence(error instanceof Error ? error.message : String(error));
      if (error instanceof ApiError && error.status === 404 && !this.problem) this.nothing = text;
      else if (error instanceof ApiError && error.status === 400) this.refusal = text;
      else this.problemText = text;
      this.phase = before === "asking" ? "done" : before;
    }
  }
}
