// Puzzles: the current one, the attempts at it, and the solved ones.
import type { LetteredBoard } from "../board/letters.ts";
import { stoneOf, stonesOf } from "../board/notation.ts";
import { EMPTY, emptyState, type BoardState } from "../board/state.ts";
import { getBoard, getPuzzles, sentence, tryPuzzle } from "../lib/server/api.ts";
import { recall, remember, settings } from "../lib/settings.svelte.ts";
import { click } from "../lib/sound.ts";
import { boardTheme } from "../lib/theme.svelte.ts";
import { forbiddenWords, reasonText } from "../lib/games/reasons.ts";
import { gameBoard } from "../parts/games/board.ts";
import { t } from "../text/text.ts";
import type { Board, Forbidden, Puzzle, PuzzleAnswer } from "../wire.ts";
import { choosePuzzle } from "./puzzles.ts";

const key = "moyo.puzzles";

/** The state of a puzzle: the correct moves so far, and the stones after them. */
interface Stand {
  moves: readonly string[];
  stones: string;
  last: number;
  forbidden: readonly Forbidden[];
}

export class Trainer {
  puzzles: readonly Puzzle[] = $state.raw([]);
  puzzle: Puzzle | null = $state.raw(null);
  rules: readonly string[] = $state.raw([]);
  depths: readonly number[] = $state.raw([]);
  /** the chosen filter: "" and 0 for any */
  rule = $state("");
  depth = $state(0);
  solved: readonly string[] = $state.raw(recall<string[]>(key, []));
  answer: PuzzleAnswer | null = $state.raw(null);
  hint = $state(-1);
  problem = $state("");
  busy = $state(false);
  /** whether the list of puzzles has loaded */
  loaded = $state(false);
  #board: Board | null = $state.raw(null);
  #stand: Stand = $state.raw({ moves: [], stones: "", last: -1, forbidden: [] });
  /** the stone that waits for the server's answer, -1 for none */
  #placed = $state(-1);

  /** the id of the first puzzle; "" for any */
  #first: string;

  constructor(first: string) {
    this.#first = first;
  }

  /** With the names of points that players of the game use. */
  get board(): LetteredBoard | null {
    return this.#board && gameBoard(this.#board, this.puzzle?.rules ?? "");
  }

  /** Loads the puzzles of the chosen rule and depth, and shows one. */
  async load(): Promise<void> {
    const [rule, depth] = [this.rule, this.depth];
    try {
      const list = await getPuzzles(rule, depth);
      if (rule !== this.rule || depth !== this.depth) return; // the request is obsolete by now
      [this.puzzles, this.rules, this.depths] = [list.puzzles, list.rules, list.depths];
      if (!this.puzzles.some((p) => p.id === this.puzzle?.id)) await this.next();
    } catch (error) {
      this.#fail(error);
    }
    this.loaded = true;
  }

  /** Shows the requested puzzle, and then the next unsolved one. */
  async next(): Promise<void> {
    const wanted = this.puzzles.find((p) => p.id === this.#first);
    this.#first = "";
    const puzzle = wanted ?? choosePuzzle(this.puzzles, this.solved, this.puzzle?.id ?? "");
    if (!puzzle) {
      this.puzzle = null;
      return;
    }
    const board = await getBoard(puzzle.board);
    [this.puzzle, this.#board] = [puzzle, board];
    this.restart();
  }

  restart(): void {
    this.#show({ moves: [], stones: this.puzzle?.stones ?? "", last: -1, forbidden: [] });
    this.answer = null;
  }

  /** Takes the last attempted move back. */
  back(): void {
    const { moves } = this.#stand;
    if (this.answer?.verdict === "wrong" || moves.length === 0) this.#show(this.#stand);
    else this.restart();
    this.answer = null;
  }

  get moves(): readonly string[] {
    return this.#stand.moves;
  }

  /** Reports whether it is the user's move. */
  get open(): boolean {
    return (
      this.puzzle !== null &&
      !this.busy &&
      this.answer?.verdict !== "solved" &&
      this.answer?.verdict !== "wrong"
    );
  }

  /** Handles a chosen point of the board. */
  choose(point: number): void {
    const name = this.board?.names[point];
    if (!this.puzzle || name === undefined) return;
    const forbidden = this.#stand.forbidden.find((f) => f.point === point);
    this.problem = "";
    if (this.answer?.verdict === "wrong") this.problem = t("train.gomoku.takeBackFirst");
    else if (!this.open) return;
    else if (this.#stand.stones[point] !== ".") this.problem = reasonText("occupied");
    else if (forbidden) this.problem = reasonText(forbidden.reason);
    else void this.#try(this.puzzle, name, point);
  }

  async help(): Promise<void> {
    if (!this.puzzle || !this.open) return;
    await this.#ask(async (puzzle) => {
      this.answer = await tryPuzzle(puzzle.id, { moves: [...this.#stand.moves], hint: true });
      this.hint = this.board?.names.indexOf(this.answer.hint) ?? -1;
    });
  }

  readonly drawn: BoardState | null = $derived.by(() => {
    const { puzzle, board } = this;
    if (!puzzle || !board) return null;
    const wrong = this.answer?.verdict === "wrong" || this.answer?.verdict === "solved";
    const shown = wrong ? this.answer! : this.#stand;
    const stones = stonesOf(shown.stones);
    if (this.#placed >= 0) stones[this.#placed] = stoneOf(puzzle.toPlay);
    return {
      ...emptyState(board.coords.length),
      stones,
      toPlay: this.open ? stoneOf(puzzle.toPlay) : EMPTY,
      forbidden: forbiddenWords(this.#stand.forbidden),
      offered: this.hint >= 0 ? [this.hint] : [],
      figure: wrong ? this.answer!.figure : [],
      last: this.#placed >= 0 ? this.#placed : shown.last,
      interactive: true,
      showCoordinates: settings.coordinates,
      theme: boardTheme(),
    };
  });

  async #try(puzzle: Puzzle, name: string, point: number): Promise<void> {
    this.#placed = point;
    if (settings.sound) click();
    await this.#ask(async () => {
      const moves = [...this.#stand.moves, name];
      const answer = await tryPuzzle(puzzle.id, { moves, hint: false });
      if (puzzle !== this.puzzle) return;
      this.answer = answer;
      if (answer.verdict === "right") this.#show({ ...answer, moves: [...moves, answer.reply] });
      if (answer.verdict === "solved") this.#remember(puzzle.id);
    });
    this.#placed = -1;
  }

  async #ask(what: (puzzle: Puzzle) => Promise<void>): Promise<void> {
    this.busy = true;
    this.hint = -1;
    try {
      if (this.puzzle) await what(this.puzzle);
    } catch (error) {
      this.#fail(error);
    }
    this.busy = false;
  }

  #show(stand: Stand): void {
    this.#stand = stand;
    this.hint = -1;
    this.problem = "";
  }

  #remember(id: string): void {
    if (this.solved.includes(id)) return;
    this.solved = [...this.solved, id];
    remember(key, this.solved);
  }

  #fail(error: unknown): void {
    this.problem = sentence(error instanceof Error ? error.message : String(error));
  }
}
