// An analysis: the variations, the position that the page looks at, and what the
// engine says about it. What a click means depends on the tool.
import { columnOf, landingIn } from "../board/drop.ts";
import type { LetteredBoard } from "../board/letters.ts";
import { stoneOf, stonesOf } from "../board/notation.ts";
import { BLACK, EMPTY, emptyState, WHITE, type BoardState, type Stone } from "../board/state.ts";
import { refusalText } from "../lib/words/refusals.ts";
import { replyInWords } from "../lib/words/sentences.ts";
import { analysisPath, sentence } from "../lib/server/api.ts";
import { Connection, type ConnectionState } from "../lib/server/connection.ts";
import { settings } from "../lib/settings.svelte.ts";
import { click } from "../lib/sound.ts";
import { boardTheme } from "../lib/theme.svelte.ts";
import { Browsing } from "../lib/variations/browsing.svelte.ts";
import type { Place, TreeNode } from "../lib/variations/tree.ts";
import { forbiddenWords, reasonText } from "../lib/games/reasons.ts";
import { gameBoard } from "../parts/games/board.ts";
import type { AnalysisPosition, AnalysisReply, AnalysisRequest, Board, Thinking, Waiting } from "../wire.ts";
import type { Question } from "./why.ts";

export type Tool = "play" | "why" | "exclude" | "black" | "white" | "erase";
export type Shown = "candidates" | "line" | "nothing";

/** How a game ended that is looked at, which its last position does not tell. */
interface Ending {
  result: string;
  how: string;
  /** whether the players counted, or are about to, and did not play on after two passes */
  counted: boolean;
}

/** The answer to "why not here": a move that was asked about, and what refutes it. */
interface Why extends Question {
  /** where it was asked, and the move that was asked about */
  from: TreeNode;
  asked: TreeNode;
  /** the line that answers it, once the engine has looked long enough */
  line: readonly TreeNode[];
}

/** How long the engine looks at a position, and for an answer to "why not here", in seconds. */
const LOOK = 20;
const ANSWER = 4;
/** Moves that are valued one by one, which makes the heat map. */
const BEST = 8;

const pieces: Record<string, string> = { black: "x", white: "o", erase: "." };

export class Analysis extends Browsing {
  readonly rules: string;
  tool: Tool = $state("play");
  shown: Shown = $state("candidates");
  position: AnalysisPosition | null = $state.raw(null);
  thinking: Thinking | null = $state.raw(null);
  /** where the question stands in the line of those that the server is to think about */
  queued: Waiting | null = $state.raw(null);
  /** whether the engine shall think at all */
  engine = $state(true);
  problem = $state("");
  connection: ConnectionState = $state("connecting");
  excluded: readonly string[] = $state.raw([]);
  why: Why | null = $state.raw(null);
  readonly #board: Board;
  /** the position that the game ended with, and how; of a game alone */
  #end: TreeNode;
  #ending: Ending | null;
  #line: Connection;
  #request: AnalysisRequest | null = null;
  /** whether the server has said what the position is that it was asked about last */
  #known = false;
  /** whether it has said all: a connection that comes back does not ask again */
  #ended = false;
  #ids = 0;

  constructor(board: Board, rules: string, start: Place, ending: Ending | null = null) {
    super(start);
    this.#end = this.current;
    this.#ending = ending;
    this.#board = board;
    this.rules = rules;
    const origin = location.origin.replace(/^http/, "ws");
    this.#line = new Connection(origin + analysisPath, {
      opened: () => this.#ended || this.#send(),
      closed: () => {
        if (!this.#ended) this.thinking = this.queued = null;
      },
      message: (data) => this.#receive(JSON.parse(data) as AnalysisReply),
      state: (state) => (this.connection = state),
    });
    this.arrived();
  }

  /** With its points as the players of the game call them. */
  get board(): LetteredBoard {
    return gameBoard(this.#board, this.rules);
  }

  close(): void {
    this.pause();
    this.#line.close();
  }

  /** A point was chosen on the board. */
  choose(point: number): void {
    const stones = this.#stones;
    if (this.position?.state.falls) point = this.#inColumn(point);
    const name = this.board.names[point];
    if (name === undefined || !stones) return;
    this.problem = "";
    if (this.tool === "exclude") this.exclude(name);
    else if (this.tool !== "play" && this.tool !== "why") this.#put(point, stones);
    else if (stones[point] !== ".") this.problem = reasonText("occupied");
    else if (this.#forbids(point)) return;
    else if (this.tool === "why") this.#ask(name);
    else {
      this.play(name);
      if (settings.sound) click();
    }
  }

  /** Where stones fall a column was chosen: the point where one lands, or the stone on top to be taken off. */
  #inColumn(point: number): number {
    const { stones = "", state } = this.position ?? {};
    const { width } = this.board;
    const landing = landingIn(this.board, state?.landings ?? [], columnOf(this.board, point));
    if (this.tool !== "erase") return landing >= 0 ? landing : point;
    for (let p = columnOf(this.board, point); p < stones.length; p += width) if (stones[p] !== ".") return p;
    return point;
  }

  /** The stones as they are; a position set up by hand is known before the server has seen it. */
  get #stones(): string | undefined {
    return this.current.setup?.stones ?? this.position?.stones;
  }

  /** Leaves a move out of what the engine considers, or takes it in again. */
  exclude(move: string): void {
    this.excluded = this.excluded.includes(move)
      ? this.excluded.filter((m) => m !== move)
      : [...this.excluded, move];
    this.#look();
  }

  includeAll(): void {
    this.excluded = [];
    this.#look();
  }

  /** Hands the turn to a side. */
  setToPlay(color: string): void {
    const stones = this.#stones;
    if (stones && this.position?.state.toPlay !== color) this.#setUp({ stones, toPlay: color });
  }

  clearBoard(): void {
    if (this.position) this.#setUp({ stones: ".".repeat(this.board.coords.length), toPlay: "black" });
  }

  setEngine(on: boolean): void {
    this.engine = on;
    this.#look();
  }

  /** How the game ended, where the page looks at its last position. */
  get ending(): Ending | null {
    return this.current === this.#end && this.#ending?.result ? this.#ending : null;
  }

  /** Whether the game went on here although both sides had passed. */
  get #resumed(): boolean {
    return (
      this.current.children.length > 0 || (this.current === this.#end && this.#ending?.counted === false)
    );
  }

  /** The line that answers "why not here". */
  get lineToPlay(): readonly TreeNode[] {
    return this.why?.line ?? [];
  }

  /** Goes back to where "why not here" was asked. */
  endWhy(): void {
    const why = this.why;
    if (!why) return;
    this.goto(why.from);
  }

  /** What the board shows. */
  readonly drawn: BoardState = $derived.by(() => {
    const shown = emptyState(this.board.coords.length);
    const base = { ...shown, showCoordinates: settings.coordinates, theme: boardTheme(), interactive: true };
    const position = this.position;
    if (!position) return base;
    const { state } = position;
    const playing = this.tool === "play" || this.tool === "why";
    const thinking = this.why && this.current !== this.why.asked ? null : this.thinking;
    return {
      ...base,
      stones: stonesOf(position.stones),
      toPlay: this.#ghost(state.toPlay, state.opening?.stones ?? true),
      forbidden: playing ? forbiddenWords(state.forbidden) : base.forbidden,
      only: playing ? (state.opening?.only ?? []) : [],
      offered: state.opening?.offered ?? [],
      excluded: this.excluded.map((m) => this.board.names.indexOf(m)).filter((p) => p >= 0),
      figure: state.figure,
      falls: state.falls,
      landings: state.landings,
      last: state.last,
      candidates: this.shown === "candidates" ? (thinking?.candidates ?? []) : [],
      line: this.shown === "line" ? (thinking?.line ?? []).map((m) => this.board.names.indexOf(m)) : [],
      lineColor: stoneOf(thinking?.color ?? ""),
    };
  });

  #ghost(toPlay: string, stones: boolean): Stone {
    if (this.tool === "black") return BLACK;
    if (this.tool === "white") return WHITE;
    if (this.tool === "erase" || this.tool === "exclude" || !stones) return EMPTY;
    return stoneOf(toPlay);
  }

  #forbids(point: number): boolean {
    const { state } = this.position!;
    const only = state.opening?.only ?? [];
    const forbidden = state.forbidden.find((f) => f.point === point);
    if (state.toPlay === "") this.problem = reasonText("game-over");
    else if (forbidden) this.problem = reasonText(forbidden.reason);
    else if (state.opening && (!state.opening.stones || (only.length > 0 && !only.includes(point))))
      this.problem = state.opening.text;
    return this.problem !== "";
  }

  #put(point: number, stones: string): void {
    const piece = pieces[this.tool] ?? ".";
    const put = stones[point] === piece ? "." : piece;
    if (put === stones[point]) return;
    const toPlay = (this.current.setup?.toPlay ?? this.position?.state.toPlay) || "black";
    this.#setUp({ stones: stones.slice(0, point) + put + stones.slice(point + 1), toPlay });
  }

  #setUp(setup: { stones: string; toPlay: string }): void {
    this.tree.setUp(setup);
    this.left();
  }

  /** "Why not here": the engine looks for the answer to a move. */
  #ask(move: string): void {
    const color = this.position?.state.toPlay ?? "";
    const t = this.thinking;
    const best = t?.line[0] && t.line[0] !== move ? { move: t.line[0], value: t.value, mate: t.mate } : null;
    const from = this.current;
    this.tree.play(move);
    this.why = { from, asked: this.tree.current, move, color, best, answer: null, line: [] };
    this.tool = "play";
    this.arrived();
  }

  /** Another position is looked at, by the player's own will: an answer is no longer wanted. */
  protected override left(): void {
    this.why = null;
    super.left();
  }

  protected override arrived(): void {
    super.arrived();
    this.problem = "";
    this.excluded = [];
    this.#look();
  }

  /** Asks the server about the present position. */
  #look(): void {
    const asked = this.why?.asked === this.current;
    const seconds = this.why ? (asked && !this.why.line.length ? ANSWER : 0) : this.engine ? LOOK : 0;
    this.thinking = this.queued = null;
    this.#known = this.#ended = false;
    this.#request = {
      id: ++this.#ids,
      board: this.board.spec,
      rules: this.rules,
      ...this.place,
      resumed: this.#resumed,
      exclude: [...this.excluded],
      best: asked ? 0 : BEST,
      seconds,
    };
    this.#send();
  }

  #send(): void {
    if (this.#request) this.#line.send(JSON.stringify(this.#request));
  }

  #receive(message: AnalysisReply): void {
    const reply = replyInWords(message);
    if (reply.id !== this.#request?.id) return;
    if (reply.problem) this.#refused(refusalText(reply, reply.problem));
    if (reply.position) {
      this.position = reply.position;
      this.#known = true;
    }
    this.queued = reply.waiting ?? null;
    if (reply.problem && this.#known) this.#ended = true;
    if (!reply.thinking) return;
    this.thinking = reply.thinking;
    this.#ended = reply.thinking.done;
    if (this.why?.asked === this.current) this.#answered(this.why, reply.thinking);
  }

  #answered(why: Why, answer: Thinking): void {
    const line = answer.done ? this.tree.append(why.asked, answer.line) : why.line;
    this.why = { ...why, answer, line };
    if (answer.done) this.rows = this.tree.rows();
  }

  /** A position that there cannot be is left again; one that the computer does not look at stays. */
  #refused(problem: string): void {
    const bad = this.current;
    if (this.thinking) this.thinking = { ...this.thinking, done: true };
    if (!this.#known && bad.parent && !bad.children.length) {
      this.tree.drop(bad);
      this.why = null;
      this.arrived();
    }
    this.problem = sentence(problem);
  }
}
