// A running lesson: its open step, the position on the board, and the response. The server plays the moves; this only
// shows its answers, one position after the other.
import { pointNames, type LetteredBoard } from "../board/letters.ts";
import { stonesOf } from "../board/notation.ts";
import { BLACK, EMPTY, WHITE, emptyState, type BoardState } from "../board/state.ts";
import { ApiError, getBoard, sentence, tryLesson } from "../lib/server/api.ts";
import { recall, remember, settings } from "../lib/settings.svelte.ts";
import { click } from "../lib/sound.ts";
import { boardTheme } from "../lib/theme.svelte.ts";
import { gameBoard } from "../parts/games/board.ts";
import { t } from "../text/text.ts";
import type { Board, Lesson, LessonAnswer, LessonFrame } from "../wire.ts";
import { fetchLessons } from "./lessons.ts";
import { saidText } from "./said.ts";
import { nextStep, readProgress, withDone, writeProgress, type Progress } from "./progress.ts";

/** The key of the progress in the browser's storage. */
export const progressKey = "moyo.lessons";

/** Milliseconds between a move and the answer to it. */
export const pace = 700;

/**
 * What the lesson waits for: a move, the end of an animation, another try after a wrong move, a click to go on to
 * another position, or the next step.
 */
type Phase = "move" | "showing" | "wrong" | "pause" | "done";

export class Course {
  lesson: Lesson | null = $state.raw(null);
  step = $state(0);
  phase: Phase = $state("showing");
  /** the response to the last move, and its kind */
  text = $state("");
  verdict = $state("");
  task = $state("");
  part = $state(0);
  /** answers to the task, if it is a question */
  choices: readonly string[] = $state.raw([]);
  /** the learner's colour */
  side: "black" | "white" = $state("black");
  hint = $state(-1);
  /** the point that the task names, or -1 */
  mark = $state(-1);
  /** why the lesson cannot be shown, or a request failed */
  problem = $state("");
  progress: Progress = $state.raw({ done: [], step: 0, moves: [] });
  #board: Board | null = $state.raw(null);
  #frame: LessonFrame | null = $state.raw(null);
  /** the position that follows when the learner continues, or tries again */
  #later: readonly LessonFrame[] = [];
  /** the stone that waits for the server's answer, -1 for none */
  #placed = $state(-1);
  /** the last chosen point */
  #tried = -1;
  #moves: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** counts the opened steps: an answer to an earlier one is ignored */
  #turn = 0;

  /** With the names of points that players of the game use. */
  get board(): LetteredBoard | null {
    return this.#board && gameBoard(this.#board, this.lesson?.rules ?? "");
  }

  /** Loads a lesson and opens its step, the remembered one for -1. */
  async load(id: string, step: number): Promise<void> {
    try {
      const { lessons } = await fetchLessons();
      const lesson = lessons.find((l) => l.id === id);
      if (!lesson) throw new ApiError(404, t("learn.lesson.unknown", { id }));
      this.#board = { ...(await getBoard(lesson.board)), stars: [] }; // dots are liberties in lessons
      this.lesson = lesson;
      this.progress = readProgress(recall<unknown>(progressKey, null), id, lesson.steps.length);
      await this.open(step);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Opens a step where the learner left it; -1 for the remembered one. */
  async open(step: number): Promise<void> {
    const steps = this.lesson?.steps.length ?? 0;
    const chosen = step >= 0 && step < steps ? step : nextStep(this.progress, steps);
    const known = chosen === this.progress.step ? this.progress.moves : [];
    await this.#begin(chosen, known);
  }

  /** Opens the step from its start. */
  async restart(): Promise<void> {
    await this.#begin(this.step, []);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#turn++;
  }

  /** Handles a chosen point. A wrong move is taken back first; if the point is its stone, that is all. */
  choose(point: number): void {
    const name = this.board?.names[point];
    if (name === undefined) return;
    if (this.phase === "wrong") {
      this.again();
      if (point === this.#tried) return;
    }
    if (this.phase !== "move") return;
    if (this.choices.length === 0) return void this.#try(name, point);
    [this.problem, this.text, this.verdict] = ["", t("learn.lesson.choose"), "help"]; // a point is not an answer to a question
  }

  /** Handles a chosen answer to the question. */
  say(choice: string): void {
    if (this.phase === "move") void this.#try(choice, -1);
  }

  /** Takes a wrong move back. */
  again(): void {
    if (this.phase !== "wrong") return;
    this.#frame = this.#later[0] ?? this.#frame;
    [this.text, this.verdict, this.phase] = ["", "", "move"];
  }

  /** Continues with the next position of the step. */
  goOn(): void {
    if (this.phase !== "pause") return;
    [this.text, this.verdict] = ["", ""];
    const [first, ...rest] = this.#later;
    if (first) this.#show([{ ...first, fresh: false }, ...rest], "move");
  }

  async help(): Promise<void> {
    if (this.phase !== "move") return;
    const moves = this.#moves;
    await this.#ask(moves, true, (answer) => {
      if (this.phase !== "move" || moves !== this.#moves) return; // a move came first
      [this.text, this.verdict, this.hint] = [saidText(answer, pointNames(this.board)), "help", answer.hint];
    });
  }

  get #stone() {
    return this.side === "black" ? BLACK : WHITE;
  }

  readonly drawn: BoardState | null = $derived.by(() => {
    const [board, frame] = [this.board, this.#frame];
    if (!board || !frame) return null;
    const stones = stonesOf(frame.stones);
    if (this.#placed >= 0) stones[this.#placed] = this.#stone;
    const awaited = this.phase === "move" || (this.phase === "wrong" && !frame.falls);
    return {
      ...emptyState(board.coords.length),
      stones,
      toPlay: awaited && this.choices.length === 0 ? this.#stone : EMPTY,
      falls: frame.falls,
      landings: this.phase === "move" ? frame.landings : [],
      watched: this.phase === "move" && this.mark >= 0 ? [this.mark] : [],
      offered: this.hint >= 0 ? [this.hint] : [],
      figure: frame.figure,
      highlight: this.#placed < 0 ? frame.chain : null,
      last: this.#placed >= 0 ? this.#placed : frame.last,
      interactive: true,
      showCoordinates: true, // the texts name points
      theme: boardTheme(),
    };
  });

  async #begin(step: number, moves: readonly string[]): Promise<void> {
    this.close();
    this.step = step;
    this.#moves = [...moves];
    [this.text, this.verdict, this.hint, this.phase, this.#placed] = ["", "", -1, "showing", -1];
    this.#save();
    await this.#ask(this.#moves, false, (answer) => {
      // Moves from an older version of the lesson, which no longer apply.
      if (moves.length > 0 && (answer.verdict === "illegal" || answer.verdict === "wrong"))
        return void this.#begin(step, []);
      this.#take(answer);
      if (moves.length === 0) return this.#show(answer.frames, "move");
      // After a reload in the middle, earlier animations are not repeated.
      this.#frame = answer.frames.at(-1) ?? null;
      this.phase = answer.verdict === "done" ? "done" : "move";
      if (answer.frames.some((f) => f.fresh)) [this.text, this.verdict] = ["", ""];
    });
  }

  async #try(name: string, point: number): Promise<void> {
    if (this.choices.length === 0 && this.#frame?.stones[point] === "." && !this.#frame.falls)
      this.#placed = point;
    [this.#tried, this.phase] = [point, "showing"];
    const moves = [...this.#moves, name];
    await this.#ask(moves, false, (answer) => {
      this.#take(answer);
      const [first, ...rest] = answer.frames;
      if (answer.verdict === "illegal") {
        this.phase = "move";
      } else if (answer.verdict === "wrong") {
        this.#show(rest, "wrong");
        this.#later = first ? [first] : [];
      } else {
        this.#moves = moves;
        if (answer.verdict === "done") this.progress = withDone(this.progress, this.step);
        this.#save();
        this.#show(rest, answer.verdict === "done" ? "done" : "move");
      }
    });
    if (this.phase === "showing" && this.problem) this.phase = "move";
    this.#placed = -1;
  }

  /** Shows positions one after the other, then waits for what comes next. */
  #show(frames: readonly LessonFrame[], then: Phase): void {
    const [frame, ...rest] = frames;
    if (!frame) {
      this.phase = then;
    } else if (frame.fresh) {
      this.#later = frames;
      this.phase = "pause";
    } else {
      this.#frame = frame;
      this.phase = "showing";
      if (frame.move && settings.sound) click();
      if (rest.length === 0 || rest[0]?.fresh) this.#show(rest, then);
      else this.#timer = setTimeout(() => this.#show(rest, then), pace);
    }
  }

  #take(answer: LessonAnswer): void {
    [this.text, this.verdict, this.part, this.hint] = [
      saidText(answer, pointNames(this.board)),
      answer.verdict,
      answer.part,
      -1,
    ];
    [this.mark, this.task] = [answer.mark, answer.task ? t(`lessons.${answer.task}.task`) : this.task];
    [this.choices, this.side] = [answer.choices, answer.side === "white" ? "white" : "black"];
  }

  async #ask(moves: readonly string[], help: boolean, use: (a: LessonAnswer) => void): Promise<void> {
    const turn = this.#turn;
    this.problem = "";
    try {
      const answer = await tryLesson(this.lesson?.id ?? "", this.step + 1, { moves: [...moves], help });
      if (turn === this.#turn) use(answer);
    } catch (error) {
      if (turn !== this.#turn) return;
      const stale =
        error instanceof ApiError && error.status === 400 && this.#moves.length > 0 && !this.#frame;
      if (stale) return this.#begin(this.step, []); // from an older version of the lesson
      this.fail(error);
    }
  }

  #save(): void {
    this.progress = { ...this.progress, step: this.step, moves: this.#moves };
    const id = this.lesson?.id ?? "";
    remember(progressKey, writeProgress(recall<unknown>(progressKey, null), id, this.progress));
  }

  /** Shows what went wrong. */
  fail(error: unknown): void {
    this.problem = sentence(error instanceof Error ? error.message : String(error));
  }
}
