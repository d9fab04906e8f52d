// An analysis: the tree of variations, the current position, and the engine's evaluation of it. The tool decides what
// a click does.
import { columnOf, landingIn } from "../board/drop.ts";
import type { LetteredBoard } from "../board/letters.ts";
import { stoneOf, stonesOf } from "../board/notation.ts";
import { BLACK, EMPTY, emptyState, WHITE, type Arrow, type BoardState, type Stone } from "../board/state.ts";
import { refusalText } from "../lib/words/refusals.ts";
import { replyInWords } from "../lib/words/sentences.ts";
import { analysisPath, sentence } from "../lib/server/api.ts";
import { Connection, type ConnectionState } from "../lib/server/connection.ts";
import { settings } from "../lib/settings.svelte.ts";
import { click } from "../lib/sound.ts";
import { boardTheme } from "../lib/theme.svelte.ts";
import { treeOf } from "../lib/record/read.ts";
import type { Place, Tree, TreeNode } from "../lib/variations/tree.ts";
import { forbiddenWords, reasonText } from "../lib/games/reasons.ts";
import { gameBoard } from "../parts/games/board.ts";
import type {
  AnalysisPosition,
  AnalysisReply,
  AnalysisRequest,
  Board,
  GameRecord,
  State,
  Thinking,
  Waiting,
} from "../wire.ts";
import type { Found } from "./find.ts";
import { Guess } from "./guess.svelte.ts";
import { Linking } from "./linking.svelte.ts";
import { dimmedOf, territoryOf, viewOf, type LinkTool, type MarkTool } from "./markup.ts";
import { numbersOn, type Numbering } from "./numbers.ts";
import { stonesText } from "./positions.ts";
import { Recording } from "./recording.svelte.ts";
import type { Question } from "./why.ts";

export type Tool = "play" | "why" | "exclude" | "black" | "white" | "erase" | MarkTool | LinkTool;
export type Shown = "candidates" | "line" | "nothing";

/** Moves that the board shows without playing them. */
interface Overlay {
  moves: readonly string[];
  /** the side that plays the first of them */
  color: string;
}

/** How a finished game ended, which its last position does not show. */
interface Ending {
  result: string;
  how: string;
  /** whether the players counted, or are about to, and did not continue after two passes */
  counted: boolean;
}

/** The answer to "why not here": the move that the user asked about, and its refutation. */
interface Why extends Question {
  /** where the user asked, and about which move */
  from: TreeNode;
  asked: TreeNode;
  /** the line that refutes it, when the engine has searched long enough */
  line: readonly TreeNode[];
}

/** How long the engine searches a position, and the answer to "why not here", in seconds. */
const LOOK = 20;
const ANSWER = 4;
/** Moves that are evaluated one by one for the heat map, and how many are shown by default. */
const BEST = 8;
const FEW = 5;

/** How long the user stays at a position of a record before the page asks the engine about it, in milliseconds. */
const STAY = 250;

const markTools: readonly string[] = [
  "triangle",
  "square",
  "circle",
  "cross",
  "letter",
  "number",
] satisfies MarkTool[];
const isMark = (tool: Tool): tool is MarkTool => markTools.includes(tool);
const isLink = (tool: Tool): tool is LinkTool => tool === "arrow" || tool === "line";
/** Reports whether a tool draws marks, and neither plays nor places stones. */
const writes = (tool: Tool): boolean => isMark(tool) || isLink(tool);

const pieces: Record<string, string> = { black: "x", white: "o", erase: "." };

export class Analysis extends Recording {
  tool: Tool = $state("play");
  shown: Shown = $state("candidates");
  position: AnalysisPosition | null = $state.raw(null);
  thinking: Thinking | null = $state.raw(null);
  /** the position in the queue for the engine */
  queued: Waiting | null = $state.raw(null);
  /** whether the engine is on */
  engine = $state(true);
  problem = $state("");
  connection: ConnectionState = $state("connecting");
  excluded: readonly string[] = $state.raw([]);
  /** the arrow or line that the user is drawing */
  readonly linking = new Linking();
  /** the user guesses the next move */
  guess: Guess | null = $state.raw(null);
  /** which stones show their move numbers, and where the numbers begin */
  numbering: Numbering = $state(settings.numbers);
  #numberedFrom: TreeNode | null = $state.raw(null);
  why: Why | null = $state.raw(null);
  /** a line that the user previews; it disappears at another position */
  overlay: Overlay | null = $state.raw(null);
  /** shows more moves than the few best ones */
  many = $state(false);
  /** the question is what the opponent would do if the side to move passed */
  passing = $state(false);
  /** whether ownership is shown, and the known ownership, in hundredths */
  owning = $state(false);
  owners: readonly number[] = $state.raw([]);
  /** whether the page shows the whole game rather than the position: the engine does not analyse it */
  lookingBack = $state(false);
  /** what was repaired in the opened record */
  repairs: readonly string[] = [];
  /** the game on this server that the record comes from, and its moves */
  game: { id: string; moves: readonly string[] } | null = null;
  /** the point that another user points at, -1 for none */
  pointed = $state(-1);
  /** the node whose position the server has sent */
  #told: TreeNode | null = $state.raw(null);
  #stay: ReturnType<typeof setTimeout> | undefined;
  /** the final position of the game, and its result; only for games */
  #end: TreeNode;
  #ending: Ending | null;
  #line: Connection;
  #request: AnalysisRequest | null = null;
  /** whether the server has answered the last request for a position */
  #known = false;
  /** whether the answer is complete: after a reconnect the page does not ask again */
  #ended = false;
  #ids = 0;

  /** engine: whether it is on from the start */
  protected constructor(board: Board, rules: string, tree: Tree, ending: Ending | null, engine = true) {
    super(board, rules, tree);
    this.engine = engine;
    this.#end = this.current;
    this.#ending = ending;
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

  /** Analyses a position, and the moves from there. */
  static of(board: Board, rules: string, start: Place, ending: Ending | null = null): Analysis {
    return new Analysis(board, rules, Recording.begun(board, rules, start), ending);
  }

  /** Analyses an opened record; worthKeeping: whether variations tried in it should be kept. */
  static open(record: GameRecord, worthKeeping = true): Analysis {
    const analysis = new Analysis(record.board, record.rules, treeOf(record), null);
    analysis.worthKeeping = worthKeeping;
    analysis.repairs = record.repairs ?? [];
    return analysis;
  }

  /** Goes to the end of the main line, where the game ended. */
  atEnd(ending: Ending): this {
    while (this.tree.forward());
    this.#end = this.tree.current;
    this.#ending = ending;
    this.left();
    return this;
  }

  /** With the names of points that players of the game use. */
  get board(): LetteredBoard {
    return gameBoard(this.plain, this.rules);
  }

  close(): void {
    this.pause();
    this.guess?.close();
    clearTimeout(this.#stay);
    this.#line.close();
  }

  /** Handles the choice of a point on the board. */
  choose(point: number): void {
    const stones = this.#stones;
    if (this.position?.state.falls && !writes(this.tool)) point = this.#inColumn(point);
    const name = this.board.names[point];
    if (name === undefined || !stones) return;
    this.problem = "";
    if (this.guess) return this.#guessAt(name, stones[point] === ".");
    if (!isLink(this.tool)) this.linking.clear();
    if (isMark(this.tool)) this.mark(this.tool, point);
    else if (isLink(this.tool)) this.#linked(this.linking.choose(point));
    else if (this.tool === "exclude") this.exclude(name);
    else if (this.tool !== "play" && this.tool !== "why") this.#put(point, stones);
    else if (stones[point] !== ".") this.problem = reasonText("occupied");
    else if (this.#forbids(point)) return;
    else if (this.tool === "why") this.#ask(name);
    else {
      this.play(name);
      if (settings.sound) click();
    }
  }

  #guessAt(name: string, free: boolean): void {
    if (free) this.guess?.choose(name);
    else this.problem = reasonText("occupied");
  }

  /** A drag from one point to another draws, if the tool does. */
  get dragged(): ((from: number, to: number, done: boolean) => void) | undefined {
    if (!isLink(this.tool)) return undefined;
    return (from, to, done) => this.#linked(this.linking.drag(from, to, done));
  }

  #linked(link: Pick<Arrow, "from" | "to"> | null): void {
    if (link && isLink(this.tool)) this.link(this.tool, link);
  }

  /** Handles the choice of a column: the point where a stone lands, or the top stone to remove. */
  #inColumn(point: number): number {
    const { stones = "", state } = this.position ?? {};
    const { width } = this.board;
    const landing = landingIn(this.board, state?.landings ?? [], columnOf(this.board, point));
    if (this.tool !== "erase") return landing >= 0 ? landing : point;
    for (let p = columnOf(this.board, point); p < stones.length; p += width) if (stones[p] !== ".") return p;
    return point;
  }

  /** The stones of the position. For records, and stones placed by hand, they are known before the server answers. */
  get #stones(): string | undefined {
    const known = this.positions.at(this.current);
    return known ? stonesText(known) : this.position?.stones;
  }

  /** The server's answer about the current node; null before it arrives. */
  get here(): State | null {
    return this.#told === this.current ? (this.position?.state ?? null) : null;
  }

  /** Whose turn it is. */
  get toPlay(): string {
    return this.here?.toPlay ?? (this.current.toPlay || (this.position?.state.toPlay ?? ""));
  }

  override get turn(): string {
    return this.here?.toPlay || super.turn;
  }

  /** Excludes a move from the engine's candidates, or includes it again. */
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

  /** Sets the side to move. */
  setToPlay(color: string): void {
    const stones = this.#stones;
    if (stones && this.toPlay !== color) this.putUp({ stones, toPlay: color });
  }

  clearBoard(): void {
    if (this.position) this.putUp({ stones: ".".repeat(this.board.coords.length), toPlay: "black" });
  }

  /** Starts or ends guessing; the engine is silent meanwhile. */
  setGuess(on: boolean): void {
    this.pause();
    this.guess?.close();
    this.tool = "play";
    this.why = this.overlay = null;
    this.lookingBack = this.passing = false;
    this.guess = on ? new Guess(this, this.plain) : null;
    this.#look();
  }

  /** Shows move numbers, starting here if asked. */
  number(numbering: Numbering): void {
    this.numbering = numbering;
    this.#numberedFrom = this.current;
    if (numbering !== "here") settings.numbers = numbering;
  }

  override samePosition(): Found[] {
    return super.samePosition(this.position?.state.falls ?? false);
  }

  /** Sets how many moves are shown. */
  get most(): number {
    return this.many ? Infinity : FEW;
  }

  /** Starts or stops asking what the opponent would do if the side to move passed. */
  setPassing(on: boolean): void {
    this.passing = on;
    this.#look();
  }

  setOwning(on: boolean): void {
    this.owning = on;
    this.#look();
  }

  setEngine(on: boolean): void {
    this.engine = on;
    this.#look();
  }

  /** Shows the game as a whole, or the position again. */
  lookBack(on: boolean): void {
    if (on === this.lookingBack) return;
    this.lookingBack = on;
    this.overlay = null;
    this.#look();
  }

  /** The result of the game, if the page shows its last position. */
  get ending(): Ending | null {
    return this.current === this.#end && this.#ending?.result ? this.#ending : null;
  }

  /** Reports whether play continued here although both sides had passed. */
  get #resumed(): boolean {
    return (
      this.current.children.length > 0 || (this.current === this.#end && this.#ending?.counted === false)
    );
  }

  /** The line that answers "why not here". */
  get lineToPlay(): readonly TreeNode[] {
    return this.why?.line ?? [];
  }

  /** Returns to where the user asked "why not here". */
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
    const known = this.version > 0 ? this.positions.at(this.current) : null;
    if (!position && !known) return base;
    const state = this.here;
    const playing = this.tool === "play" || this.tool === "why";
    const thinking = this.why && this.current !== this.why.asked ? null : this.thinking;
    const best = thinking?.candidates.slice(0, this.most) ?? [];
    const stones = known ?? stonesOf(position?.stones ?? "");
    const { current, marks } = this;
    const numbers = numbersOn(this.plain, stones, marks, current, this.numbering, this.#numberedFrom);
    return {
      ...base,
      stones,
      toPlay: this.#ghost(this.toPlay, state?.opening?.stones ?? true),
      forbidden: playing && state ? forbiddenWords(state.forbidden) : base.forbidden,
      only: playing ? (state?.opening?.only ?? []) : [],
      offered: state?.opening?.offered ?? [],
      excluded: this.excluded.map((m) => this.board.names.indexOf(m)).filter((p) => p >= 0),
      drawn: [...numbers, ...marks],
      arrows: this.#arrows,
      dimmed: dimmedOf(this.plain, this.current),
      selected: isLink(this.tool) ? this.linking.from : -1,
      territory: territoryOf(this.plain, this.current),
      figure: state?.figure ?? [],
      falls: position?.state.falls ?? false,
      landings: state?.landings ?? [],
      pointed: this.pointed,
      last: state?.last ?? this.plain.names.indexOf(this.current.move),
      candidates: this.shown === "candidates" && !this.passing && !this.guess ? best : [],
      line:
        (this.shown === "line" || this.passing) && !this.guess
          ? (thinking?.line ?? []).map((m) => this.board.names.indexOf(m))
          : [],
      owners: this.owning && !this.lookingBack && !this.guess ? this.owners : [],
      lineColor: stoneOf(thinking?.color ?? ""),
      ...this.#overlaid(),
    };
  });

  /** The links of the node, and the one being dragged. */
  get #arrows(): readonly Arrow[] {
    const { shown } = this.linking;
    if (!shown || !isLink(this.tool)) return this.arrows;
    const drawn = { ...shown, head: this.tool === "arrow" };
    const others = this.arrows.filter(
      (a) => a.from !== drawn.from || a.to !== drawn.to || a.head !== drawn.head,
    );
    return [...others, drawn];
  }

  readonly #seen = $derived(this.version > 0 ? viewOf(this.plain, this.current).join() : "");
  /** The part of the board that the record wants shown: the same array while it is the same part. */
  readonly seen: readonly number[] = $derived(this.#seen ? this.#seen.split(",").map(Number) : []);

  /** Previews a line, in place of the engine's candidates. */
  #overlaid(): Partial<BoardState> {
    if (!this.overlay) return {};
    const { moves, color } = this.overlay;
    return {
      candidates: [],
      line: moves.map((move) => this.board.names.indexOf(move)),
      lineColor: stoneOf(color),
    };
  }

  #ghost(toPlay: string, stones: boolean): Stone {
    if (this.guess) return stoneOf(this.guess.color);
    if (this.tool === "black") return BLACK;
    if (this.tool === "white") return WHITE;
    if (this.tool === "erase" || this.tool === "exclude" || writes(this.tool) || !stones) return EMPTY;
    return stoneOf(toPlay);
  }

  #forbids(point: number): boolean {
    const state = this.here;
    if (!state) return false; // the server checks it
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
    const toPlay = (this.current.setup?.toPlay ?? this.toPlay) || "black";
    this.putUp({ stones: stones.slice(0, point) + put + stones.slice(point + 1), toPlay });
  }

  /** "Why not here": the engine searches for the refutation of a move. */
  #ask(move: string): void {
    const color = this.toPlay;
    const t = this.thinking;
    const best = t?.line[0] && t.line[0] !== move ? { move: t.line[0], value: t.value, mate: t.mate } : null;
    const from = this.current;
    this.play(move);
    this.why = { from, asked: this.current, move, color, best, answer: null, line: [] };
    this.tool = "play";
    this.#look();
  }

  /** The user has gone to another position: the answer is no longer wanted. */
  protected override left(): void {
    this.why = this.overlay = null;
    this.passing = false;
    super.left();
  }

  protected override arrived(): void {
    super.arrived();
    this.linking.clear();
    this.problem = "";
    this.excluded = [];
    clearTimeout(this.#stay);
    if (this.version > 0 && this.position && !this.why && this.positions.at(this.current)) this.#wait();
    else this.#look();
  }

  /** Asks the engine after a pause: stepping through a game does not ask about each move. */
  #wait(): void {
    this.thinking = this.queued = this.#request = null;
    this.#stay = setTimeout(() => this.#look(), STAY);
  }

  /** Asks about the current node again: the server has new data. */
  again(): void {
    this.problem = "";
    this.#look();
  }

  /** Asks the server about the current position. */
  #look(): void {
    clearTimeout(this.#stay);
    const asked = this.why?.asked === this.current;
    const seconds = this.why
      ? asked && !this.why.line.length
        ? ANSWER
        : 0
      : this.engine && !this.lookingBack && !this.guess
        ? LOOK
        : 0;
    this.thinking = this.queued = null;
    this.owners = [];
    this.#known = this.#ended = false;
    this.#request = {
      id: ++this.#ids,
      board: this.board.spec,
      rules: this.rules,
      ...this.place,
      resumed: this.#resumed,
      exclude: [...this.excluded],
      best: asked ? 0 : BEST,
      pass: this.passing && !this.why,
      owner: this.owning && !this.why && !this.passing,
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
      this.#learn(reply.position);
    }
    this.queued = reply.waiting ?? null;
    if (reply.problem && this.#known) this.#ended = true;
    if (reply.owners) this.owners = reply.owners;
    if (!reply.thinking) return;
    this.thinking = reply.thinking;
    this.#ended = reply.thinking.done;
    if (this.why?.asked === this.current) this.#answered(this.why, reply.thinking);
  }

  /** Handles the server's answer about the current node. */
  #learn(position: AnalysisPosition): void {
    this.position = position;
    this.#known = true;
    this.#told = this.current;
    this.current.toPlay = position.state.toPlay;
    if (this.current.changes || this.current.setup || this.current.stones) return;
    this.current.stones = position.stones;
    this.touched();
  }

  #answered(why: Why, answer: Thinking): void {
    const line = answer.done ? this.appendLine(why.asked, answer.line, answer.color) : why.line;
    this.why = { ...why, answer, line };
    if (answer.done) this.changed();
  }

  /** The page leaves an impossible position; one that the engine does not analyse stays. */
  #refused(problem: string): void {
    const bad = this.current;
    if (this.thinking) this.thinking = { ...this.thinking, done: true };
    if (!this.#known && bad.parent && !bad.children.length && !bad.changes) {
      this.edits.retract(bad);
      this.why = null;
      this.arrived();
    }
    this.problem = sentence(problem);
  }
}
