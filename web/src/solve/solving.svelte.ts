// A life-and-death problem: drawn, solved, then played through.
import { SvelteMap } from "svelte/reactivity";

import { stoneOf, stonesOf } from "../board/notation.ts";
import { BLACK, EMPTY, emptyState, WHITE, type BoardState, type Stone } from "../board/state.ts";
import { refusalText } from "../lib/words/refusals.ts";
import { getBoard, sentence, solvePath } from "../lib/server/api.ts";
import { Connection, type ConnectionState } from "../lib/server/connection.ts";
import { settings } from "../lib/settings.svelte.ts";
import { click } from "../lib/sound.ts";
import { boardTheme } from "../lib/theme.svelte.ts";
import { Browsing } from "../lib/variations/browsing.svelte.ts";
import { Tree, type TreeNode } from "../lib/variations/tree.ts";
import { forbiddenWords, reasonText } from "../lib/games/reasons.ts";
import { otherColor } from "../lib/words/words.ts";
import { t } from "../text/text.ts";
import type {
  AnalysisPosition,
  Board,
  SolveAnswer,
  SolveJudgement,
  SolveProgress,
  SolveReply,
  SolveRequest,
  Tsumego,
} from "../wire.ts";
import {
  attackerOf,
  begun,
  completed,
  drawn,
  onBoard,
  redone,
  sets,
  undone,
  went,
  type DrawTool,
  type History,
} from "./draft.ts";

/** Drawing the problem, waiting for the solver, or playing on the board. */
type Mode = "draw" | "solve" | "play";

/** The solver's answer about a position in the tree. */
interface Judged {
  answer: SolveAnswer;
  judgement: SolveJudgement | null;
  /** the nodes of the answer's line */
  line: readonly TreeNode[];
}

/** The time limit for a problem, in seconds; the server may allow less. */
const LONGEST = 60;
const start = { stones: "", toPlay: "", moves: [] };

export class Solving extends Browsing {
  mode: Mode = $state("draw");
  tool: DrawTool = $state("black");
  progress: SolveProgress | null = $state.raw(null);
  position: AnalysisPosition | null = $state.raw(null);
  problem = $state("");
  connection: ConnectionState = $state("connecting");
  /** whether the board shows the correct moves */
  showMoves = $state(true);
  /** whether a judgement is pending */
  waiting = $state(false);
  /** whether every move is being tried */
  trying = $state(false);
  /** the answers about nodes, by their ids; the root's is the problem's answer */
  readonly judged = new SvelteMap<number, Judged>();
  #history: History<Tsumego>;
  readonly #boards = new SvelteMap<string, Board>();
  #line: Connection;
  #request: SolveRequest | null = null;
  /** the node of the current request, and the following ones */
  #asked: TreeNode = this.tree.root;
  #queue: TreeNode[] = [];
  /** the positions of the visited nodes, by their ids */
  readonly #positions = new SvelteMap<number, AnalysisPosition>();
  #ids = 0;
  #brush = true;

  /** The board of the problem; the object changes only with the board, since views then start again. */
  readonly board: Board = $derived(this.#boards.get(this.draft.board)!);
  /** The state of the board; computed once for all readers. */
  readonly drawn: BoardState = $derived.by(() => this.#draw());

  constructor(board: Board, problem: Tsumego) {
    super(new Tree(start));
    this.#boards.set(board.spec, board).set(problem.board, board);
    this.#history = $state.raw(begun(problem));
    const origin = location.origin.replace(/^http/, "ws");
    this.#line = new Connection(origin + solvePath, {
      opened: () => this.#send(),
      closed: () => (this.progress = null),
      message: (data) => this.#receive(JSON.parse(data) as SolveReply),
      state: (state) => (this.connection = state),
    });
  }

  close(): void {
    this.pause();
    this.#line.close();
  }

  get draft(): Tsumego {
    return this.#history.now;
  }

  get canUndo(): boolean {
    return this.#history.past.length > 0;
  }

  get canRedo(): boolean {
    return this.#history.future.length > 0;
  }

  /** The answer to the problem, when there is one. */
  get answer(): SolveAnswer | null {
    return this.judged.get(this.tree.root.id)?.answer ?? null;
  }

  /** The answer about the current position. */
  get here(): Judged | null {
    return this.judged.get(this.current.id) ?? null;
  }

  get root(): TreeNode {
    return this.tree.root;
  }

  /** The line in playback, else the one that continues here. */
  get lineToPlay(): readonly TreeNode[] {
    for (let n = this.current.parent; n; n = n.parent) {
      const line = this.judged.get(n.id)?.line ?? [];
      const at = line.indexOf(this.current);
      if (at >= 0 && at < line.length - 1) return line;
    }
    return this.here?.line ?? [];
  }

  /** The problem has changed; its answers no longer apply. */
  change(next: Tsumego, same = false): void {
    this.#went(went(this.#history, next, same));
  }

  /** Notes do not change the position, so its answers stay. */
  note(notes: string): void {
    const now = { ...this.draft, notes };
    this.#history = { ...this.#history, now };
  }

  undo(): void {
    this.#went(undone(this.#history));
  }

  redo(): void {
    this.#went(redone(this.#history));
  }

  /** Moves the problem to another board. */
  async setBoard(spec: string): Promise<void> {
    await this.#try(async () => {
      const board = await this.#fetch(spec);
      this.change(onBoard(this.draft, this.board, board));
    });
  }

  /** Replaces the problem, for example by one from a file. */
  async take(problem: Tsumego): Promise<void> {
    await this.#try(async () => {
      await this.#fetch(problem.board);
      this.change(problem);
      this.edit();
    });
  }

  /** Handles a chosen point of the board. */
  choose(point: number): void {
    this.problem = "";
    if (this.mode === "draw") this.brush(point, true);
    else if (this.mode === "play") this.#place(point);
  }

  /** A drawing tool passes over a point. */
  brush(point: number, first: boolean): void {
    if (this.mode !== "draw" || point < 0) return;
    if (first) this.#brush = sets(this.draft, this.board, this.tool, point);
    this.change(drawn(this.draft, this.board, this.tool, point, this.#brush), !first);
  }

  /** Returns to drawing. */
  edit(): void {
    this.stop();
    this.pause();
    this.mode = "draw";
  }

  solve(): void {
    this.problem = "";
    if (this.answer && this.answer.verdict !== "unknown") {
      this.mode = "play";
      return;
    }
    this.#forget();
    this.mode = "solve";
    this.#ask({ type: "solve", allMoves: true, score: true, seconds: LONGEST });
  }

  /** Judges every possible move here; navigation ends that. */
  tryAll(): void {
    const state = this.#positions.get(this.current.id)?.state;
    const stones = this.position?.stones ?? "";
    if (this.mode !== "play" || this.waiting || !state) return;
    const moves = (this.answer?.region ?? [])
      .filter((p) => stones[p] === "." && !state.forbidden.some((f) => f.point === p))
      .map((p) => this.board.names[p]!);
    this.#queue = moves
      .flatMap((move) => this.tree.append(this.current, [move]))
      .filter((node) => !this.judged.has(node.id));
    this.changed();
    this.#askNext();
  }

  /** Ends the search; the server then sends its result so far. */
  stop(): void {
    if (this.mode === "solve") this.#line.send('{"type":"stop"}');
  }

  #draw(): BoardState {
    const { draft, board } = this;
    const state = this.mode === "play" ? this.position?.state : null;
    const stones = stonesOf(state && this.position ? this.position.stones : draft.stones);
    const region = this.answer?.region ?? completed(draft, board).region;
    const marked = this.mode === "play" ? this.#marks(stones) : { good: [], line: [] };
    return {
      ...emptyState(board.coords.length),
      stones,
      toPlay: this.#ghost(),
      tinted: region,
      walls: this.mode === "play" ? (this.answer?.walls ?? []) : draft.walls,
      wallColor: this.answer ? stoneOf(otherColor(this.answer.defender)) : attackerOf(draft),
      targets: draft.target.filter((p) => stones[p] !== EMPTY),
      forbidden: state ? forbiddenWords(state.forbidden) : this.#koOf(draft),
      last: state?.last ?? -1,
      ...marked,
      lineColor: stoneOf(this.here?.answer.toPlay ?? ""),
      interactive: this.mode !== "solve",
      showCoordinates: settings.coordinates,
      theme: boardTheme(),
    };
  }

  /** The problem with the stones on the board, for a picture. */
  get shown(): Tsumego {
    const stones = this.mode === "play" ? this.position?.stones : undefined;
    const target = this.draft.target.filter((p) => !stones || stones[p] === this.draft.stones[p]);
    return { ...this.draft, stones: stones ?? this.draft.stones, target };
  }

  protected override arrived(): void {
    super.arrived();
    this.problem = "";
    if (this.answer) this.mode = "play";
    this.position = this.#positions.get(this.current.id) ?? this.position;
    this.#rest();
    if (!this.judged.has(this.current.id) || !this.#positions.has(this.current.id))
      this.#askAfter(this.current);
  }

  #askAfter(node: TreeNode): void {
    this.#ask({ type: "after", moves: this.tree.placeOf(node).moves, allMoves: true, score: true }, node);
  }

  #askNext(): void {
    const next = this.#queue.shift();
    this.trying = next !== undefined;
    if (next) this.#askAfter(next);
  }

  /** No request is pending any more. */
  #rest(): void {
    this.#request = null;
    this.#queue = [];
    this.trying = false;
    this.waiting = false;
    this.progress = null;
  }

  #went(history: History<Tsumego>): void {
    if (history === this.#history || history.now === this.#history.now) return;
    if (this.mode !== "draw") this.edit();
    this.#history = history;
    this.problem = "";
    this.#forget();
  }

  /** The answers belong to another problem. */
  #forget(): void {
    this.pause();
    this.#rest();
    this.#positions.clear();
    this.tree = new Tree(start);
    this.judged.clear();
    this.position = null;
    super.arrived();
  }

  #koOf({ ko }: Tsumego): ReadonlyMap<number, string> {
    return forbiddenWords(ko === null ? [] : [{ point: ko, reason: "ko" }]);
  }

  #ghost(): Stone {
    if (this.mode === "play") return stoneOf(this.position?.state.toPlay ?? "");
    if (this.mode === "solve") return EMPTY;
    return this.tool === "black" ? BLACK : this.tool === "white" ? WHITE : EMPTY;
  }

  /** The correct moves, and the line that answers the last one. */
  #marks(stones: Uint8Array): { good: number[]; line: number[] } {
    const here = this.here;
    if (!here) return { good: [], line: [] };
    const points = (names: readonly string[]) => names.map((name) => this.board.names.indexOf(name));
    const verdict = here.judgement?.verdict ?? "";
    const line = verdict === "wrong" || verdict === "lost" ? points(here.answer.line) : [];
    const good =
      this.showMoves && !line.length ? points(here.answer.firstMoves).filter((p) => stones[p] === EMPTY) : [];
    return { good, line };
  }

  #place(point: number): void {
    const state = this.#positions.get(this.current.id)?.state;
    const name = this.board.names[point];
    if (!state || name === undefined) return;
    const forbidden = state.forbidden.find((f) => f.point === point);
    const region = this.answer?.region ?? [];
    if (this.position?.stones[point] !== ".") this.problem = reasonText("occupied");
    else if (forbidden) this.problem = reasonText(forbidden.reason);
    else if (region.length && !region.includes(point)) this.problem = t("solve.outOfBounds");
    else {
      this.play(name);
      if (settings.sound) click();
    }
  }

  async #fetch(spec: string): Promise<Board> {
    const board = await getBoard(spec);
    this.#boards.set(board.spec, board).set(spec, board);
    return board;
  }

  async #try(what: () => Promise<void>): Promise<void> {
    try {
      await what();
    } catch (error) {
      this.problem = sentence(error instanceof Error ? error.message : String(error));
    }
  }

  #ask(request: Omit<SolveRequest, "id" | "problem">, about: TreeNode = this.tree.root): void {
    this.#asked = about;
    const problem = { ...completed(this.draft, this.board), notes: "" };
    this.#request = { ...request, id: ++this.#ids, problem };
    this.waiting = true;
    this.#send();
  }

  #send(): void {
    if (this.#request) this.#line.send(JSON.stringify(this.#request));
  }

  #receive(reply: SolveReply): void {
    if (!this.#request || reply.id !== this.#request.id) return;
    if (reply.position) {
      this.#positions.set(this.#asked.id, reply.position);
      if (this.#asked === this.current) this.position = reply.position;
    }
    if (reply.progress) this.progress = reply.progress;
    if (reply.problem) this.#refused(refusalText(reply, reply.problem));
    if (reply.answer) this.#answered(reply.answer, reply.judgement ?? null);
  }

  #answered(answer: SolveAnswer, judgement: SolveJudgement | null): void {
    const node = this.#asked;
    const line = this.tree.append(node, answer.line);
    if (node === this.current) for (const move of answer.firstMoves) this.tree.append(node, [move]);
    this.judged.set(node.id, { answer, judgement, line });
    this.changed();
    this.#request = null;
    this.waiting = false;
    this.progress = null;
    if (this.mode === "solve") this.mode = "play";
    this.#askNext();
  }

  /** The page leaves an impossible position; one that is not analysed stays. */
  #refused(problem: string): void {
    const bad = this.#asked;
    this.#rest();
    if (this.mode === "solve") this.mode = "draw";
    else if (bad.parent && !bad.children.length && !this.#positions.has(bad.id)) {
      this.tree.drop(bad);
      this.arrived();
    }
    this.problem = sentence(problem);
  }
}
