// One game at the table: the current meaning of clicks, keys and typed moves, and the messages. The page draws it.
import { chainAt } from "../board/chain.ts";
import { columnName, columnOf, fallMs, landingIn } from "../board/drop.ts";
import { isWithoutI, pointNames, shownName, shownNames, type LetteredBoard } from "../board/letters.ts";
import { findColumn, findPoint, stoneOf, stonesOf } from "../board/notation.ts";
import { EMPTY, type BoardState, type Highlight } from "../board/state.ts";
import { pointing } from "../lib/pointing.ts";
import { getBoard, sentence } from "../lib/server/api.ts";
import { refusalText } from "../lib/words/refusals.ts";
import { settings } from "../lib/settings.svelte.ts";
import { click, drop, finish, take } from "../lib/sound.ts";
import { boardTheme } from "../lib/theme.svelte.ts";
import { isCounted } from "../lib/games/counted.ts";
import { reasonText } from "../lib/games/reasons.ts";
import { isAwaited, isRengo } from "../lib/games/rengo.ts";
import { me } from "../lib/me.svelte.ts";
import { playerName } from "../lib/words/words.ts";
import { gameBoard } from "../parts/games/board.ts";
import type { BetterLine } from "../parts/review/review.ts";
import { t } from "../text/text.ts";
import type { Board, Event as GameEvent } from "../wire.ts";
import { Coach } from "./advice/coach.svelte.ts";
import { Columns } from "./advice/columns.svelte.ts";
import { estimable } from "./advice/estimate.ts";
import type { Context } from "./advice/context.ts";
import { people } from "./asks.ts";
import { withLine } from "./ahead/lines.ts";
import { Planner } from "./ahead/planner.svelte.ts";
import { boardState, mayMove, pastState } from "./boardstate.ts";
import { eventText, noticeText, outdates } from "./eventwords.ts";
import { LiveGame } from "./livegame.svelte.ts";
import { isOwn, shownStones, type GameView } from "./machine.ts";
import { numberAt, positions, recordOf, type Position, type Recorded } from "./replay.ts";
import { colorOf } from "../lib/words/colors.ts";
import { moveText, seatOf, stateLine, stonesOfSeat, swapText, turnText } from "./words.ts";

export class Table {
  readonly live: LiveGame;
  #board: Board | null = $state.raw(null);
  /** with the point names that players of the game use */
  board: LetteredBoard | null = $derived.by(() => {
    const [board, rules] = [this.#board, this.view?.game.rules];
    return board && rules ? gameBoard(board, rules) : board;
  });
  /** a sentence for everyone, such as why a move was refused */
  notice = $state("");
  noticeIsError = $state(false);
  /** the announcement of moves for screen readers */
  spoken = $state("");
  selected = $state(-1);
  highlight: Highlight | null = $state.raw(null);
  /** the move number while the user looks back; null for the current position */
  review: number | null = $state(null);
  /** the better line on the board while the user looks back */
  better: BetterLine | null = $state.raw(null);
  readonly coach = new Coach();
  /** the values of columns, if stones fall */
  readonly columns = new Columns();
  /** conditional moves */
  readonly planner = new Planner();
  #spec = "";

  constructor(id: string) {
    this.live = new LiveGame(id, {
      event: (event, before, after) => this.#happened(event, before, after),
      refused: (error) =>
        this.say(pointNames(this.board).text(sentence(refusalText(error, error.text))), true),
    });
  }

  get view(): GameView | null {
    return this.live.view;
  }

  /** Reports whether this game has chains, whose stones live and die together. */
  get chains(): boolean {
    return this.view?.state.chains ?? false;
  }

  /** Reports whether a pass is a move of this game. */
  get passes(): boolean {
    const { state } = this.view ?? {};
    return state !== undefined && (state.counted || state.pass);
  }

  /** Reports whether this game allows conditional moves. */
  get plans(): boolean {
    const { view } = this;
    if (!view || view.you === "" || view.state.phase !== "playing") return false;
    return people(view) && !isRengo(view.game) && view.state.clocks?.kind === "correspondence";
  }

  /** Reports whether they can be entered now: while the opponent is to move. */
  get planning(): boolean {
    return this.plans && this.view?.state.turn !== this.view?.you;
  }

  /** Starts a line of conditional moves on the board. */
  planFrom(line: readonly string[]): void {
    this.look(Infinity);
    this.planner.begin(line);
  }

  /** Sends the entered line to the server, with earlier ones. */
  keepPlan(): void {
    const { view, planner } = this;
    if (!view || !planner.moves) return;
    this.live.machine.plan(withLine(view.plan?.lines ?? [], planner.moves));
    planner.end();
  }

  /** Adds a stone to the entered line. The server checks whether it is legal. */
  #plan(view: GameView, board: Board, point: number): void {
    const at = view.state.falls ? this.#landing(board, point) : point;
    if (at < 0)
      return this.say(
        t("play.answer.columnFull", { column: columnName(board, columnOf(board, point)) }),
        true,
      );
    this.say("");
    this.planner.add(board.names[at] ?? "");
  }

  /** The landing of a stone in the column of a point, on top of those of the line. */
  #landing(board: Board, point: number): number {
    const planned = this.planner.moves ?? [];
    const stones = stonesOf(this.view?.stones ?? "");
    const column = columnOf(board, point);
    const first = landingIn(board, this.view?.state.landings ?? [], column);
    const free = board.names
      .map((_, p) => p)
      .filter(
        (p) =>
          columnOf(board, p) === column && stones[p] === EMPTY && !planned.includes(board.names[p] ?? ""),
      );
    free.sort((a, b) => Math.abs(a - first) - Math.abs(b - first));
    return first < 0 ? -1 : (free[0] ?? -1);
  }

  /** The name of the point that waits for a second click; "" for none. */
  get chosen(): string {
    const { view, board, selected } = this;
    return view && board && selected >= 0 && mayMove(view) ? shownName(board, selected) : "";
  }

  /** Plays the waiting stone. */
  confirm(): void {
    const { view, board, selected } = this;
    if (view && board && selected >= 0) this.#place(view, board, selected, false);
  }

  /** Removes the waiting stone. */
  cancel(): void {
    this.#clear();
    this.say("");
  }

  /**
   * Reports whether a coach may comment: in games against the computer, to the player; in a rated one only after it.
   */
  get coached(): boolean {
    const { you, game, state } = this.view ?? {};
    if (me.pupil || (game?.rated && state?.phase !== "finished")) return false;
    const other = game && seatOf(game, you === "black" ? "white" : "black");
    return you !== undefined && you !== "" && other?.kind === "engine" && !state?.opening;
  }

  /** The game as it is sent to the coach and the solver, after the shown moves. */
  #context(view: GameView): Context {
    const moves = view.moves.slice(0, this.review ?? view.moves.length);
    const side = stonesOfSeat(view.state, view.you);
    const names = pointNames(this.board);
    // After two consecutive passes the game is over, unless it was resumed.
    const resumed = moves.length < view.moves.length || !isCounted(view.state);
    return { board: view.game.board, rules: view.game.rules, moves, resumed, names, side };
  }

  /** Asks the coach for its current remarks, or switches it off. */
  watch(): void {
    const { view } = this;
    this.coach.turnPage(view?.moves.length ?? 0, view?.state.phase ?? "");
    if (!view || !this.coached || !settings.coach || this.review !== null) this.coach.silence();
    else if (mayMove(view)) this.coach.ask("notes", this.#context(view));
  }

  hint(): void {
    if (this.selected < 0) this.say("");
    if (this.view) this.coach.ask("hint", this.#context(this.view));
  }

  /** Reports whether the user may ask for an estimate. */
  get estimable(): boolean {
    return this.view !== null && !me.pupil && estimable(this.view);
  }

  /** Asks for an estimate of the current position, or removes the answer. */
  estimate(): void {
    if (!this.view || !this.estimable) return;
    if (this.coach.estimating) return this.coach.unguess();
    if (this.review !== null) this.look(Infinity);
    if (this.selected < 0) this.say("");
    this.coach.guess(this.view.game.id, this.#context(this.view));
  }

  /** Reports whether the game is over, so that everyone may see its evaluations. */
  get reviewable(): boolean {
    const { state, moves } = this.view ?? {};
    return !me.pupil && state?.phase === "finished" && (moves?.length ?? 0) > 0;
  }

  /** Asks for the review of the finished game. */
  recap(): void {
    if (this.view && this.reviewable) this.coach.recap(this.view.game.id, this.#context(this.view));
  }

  /** Shows moves of a better line on the board, in place of the played move; null removes them. */
  tryLine(line: BetterLine | null): void {
    if (line) this.look(line.ply - 1);
    else if (this.better) this.look(this.better.ply);
    this.better = line;
  }

  /** The number of moves to the shown position of the game; a better line counts as the move that it replaces. */
  get shown(): number {
    return this.better?.ply ?? this.review ?? this.view?.moves.length ?? 0;
  }

  /** Reports whether the solver may evaluate columns: not in a game between people. */
  get valued(): boolean {
    const { view } = this;
    return (view?.state.falls ?? false) && (this.coached || (!me.pupil && view?.state.phase === "finished"));
  }

  /** Asks the solver for the values of columns on the shown board, if the user wants them. */
  weigh(): void {
    const { view, board } = this;
    const playing = view !== null && (this.review !== null || mayMove(view));
    if (view && board && this.valued && settings.values && playing)
      this.columns.look(board, this.#context(view));
    else this.columns.stop();
  }

  /** Loads the board of the game; the page calls it when the spec is known. */
  async loadBoard(spec: string): Promise<void> {
    if (spec === this.#spec) return;
    this.#spec = spec;
    try {
      this.#board = await getBoard(spec);
    } catch (error) {
      this.#spec = "";
      this.say(error instanceof Error ? error.message : String(error), true);
    }
  }

  /** Every position so far, computed when the user looks back; null if that is not possible. */
  #past: Position[] | null = $derived(
    this.review !== null && this.view && this.board ? pastOf(this.view, this.board) : null,
  );

  /** The moves so far, each with its colour. */
  record: readonly Recorded[] = $derived.by(() => {
    const { view, board } = this;
    if (!view || !board) return [];
    return recordOf(board, view.moves, stonesOf(view.stones), view.game.rules, view.state.takes);
  });

  /** The number of stones and passes up to the shown board. */
  number: number = $derived(numberAt(this.record, this.review ?? this.record.length));

  drawn: BoardState | null = $derived.by(() => {
    const now = this.#present();
    const then = this.review === null ? null : this.#past?.[this.review];
    const { moves } = this.planner;
    if (now && moves)
      return {
        ...now,
        line: this.#points(moves),
        lineColor: stoneOf(this.view?.state.toPlay ?? ""),
        toPlay: EMPTY,
      };
    if (!now || !then) return now;
    return { ...pastState(now, then), values: this.columns.values, ...this.#line() };
  });

  /** The better line as the board draws it. */
  #line(): Partial<Pick<BoardState, "line" | "lineColor">> {
    const { better, board } = this;
    if (!better || !board) return {};
    const color = this.coach.review?.moves[better.ply - 1]?.color;
    return { line: this.#points(better.moves.slice(0, better.steps)), lineColor: stoneOf(color ?? "") };
  }

  /** The points of moves that place a stone. */
  #points(moves: readonly string[]): number[] {
    return moves.map((move) => this.board?.names.indexOf(move) ?? -1).filter((p) => p >= 0);
  }

  #present(): BoardState | null {
    if (!this.view || !this.board) return null;
    return boardState(this.view, this.board, {
      selected: this.selected,
      highlight: this.highlight,
      coordinates: settings.coordinates,
      ideas: settings.ideas,
      theme: boardTheme(),
      advice: { ...this.coach.advice, values: this.columns.values },
    });
  }

  /** Shows the board after a number of moves; all of them means the current position. */
  look(ply: number): void {
    const moves = this.view?.moves.length ?? 0;
    this.cancel();
    this.better = null;
    this.review = ply >= moves ? null : Math.max(0, ply);
    if (this.review !== null) this.coach.unguess();
    if (this.review === null || this.#past) return;
    this.review = null;
    this.say(t("play.answer.noPast"));
  }

  /** One move back or forward. */
  step(by: number): void {
    this.look(this.shown + by);
  }

  say(text: string, isError = false): void {
    this.notice = text;
    this.noticeIsError = isError;
  }

  /** Handles a chosen point; small if a finger chose among points that are too close together for it. */
  choose(point: number, small = false): void {
    const confirm = settings.twoClicks || (small && settings.confirmSmall);
    const { view, board } = this;
    const stones = this.drawn?.stones;
    if (!view || !board || !stones) return;
    if (this.planner.moves) this.#plan(view, board, point);
    else if (this.review !== null && (stones[point] === EMPTY || view.state.falls))
      this.say(t("play.answer.lookingBack"));
    else if (view.state.falls) this.#drop(view, board, columnOf(board, point), confirm);
    else if (this.review !== null && this.chains) this.#showChain(stones, board, point);
    else if (this.review !== null) this.#showStone(view, board, point);
    else if (view.state.phase === "scoring" && view.you) this.#chooseDead(view, point);
    else if (stones[point] !== EMPTY && this.chains) this.#showChain(stones, board, point);
    else if (stones[point] !== EMPTY) this.#showStone(view, board, point);
    else this.#place(view, board, point, confirm);
  }

  /** Handles a typed move such as "D4" or "pass"; the page handles "resign". Returns whether it was understood. */
  type(text: string): boolean {
    const { view, board } = this;
    if (!view || !board) return false;
    this.review = null;
    const word = text.trim().toLowerCase();
    const choice = view.state.opening?.choices.find((c) =>
      [c.move, c.title].some((w) => w.toLowerCase() === word),
    );
    if (choice) {
      this.pick(choice.move);
      return true;
    }
    if (word === "pass" && this.passes) {
      if (this.planner.moves) this.planner.add("pass");
      else this.pass();
      return true;
    }
    const { falls, landings } = view.state;
    const column = falls ? findColumn(board, word) : -1;
    const point = findPoint(board, word);
    if (this.planner.moves && (column >= 0 || point >= 0)) {
      this.#plan(view, board, column >= 0 ? column : point);
      return true;
    }
    if (column >= 0) {
      this.#drop(view, board, column, false);
      return true;
    }
    if (point < 0) {
      this.#explainNames(board, text.trim(), falls);
      return false;
    }
    if (view.state.phase === "scoring" && view.you) this.#chooseDead(view, point);
    else if (stonesOf(shownStones(view))[point] !== EMPTY) this.say(reasonText("occupied"), true);
    else if (falls && mayMove(view) && !landings.includes(point)) this.say(reasonText("floating"), true);
    else this.#place(view, board, point, false);
    return true;
  }

  #explainNames(board: Board, text: string, falls: boolean): void {
    const columns = { text, last: board.width };
    const names = shownNames(board);
    const points = { text, first: names[0] ?? "", last: names.at(-1) ?? "" };
    const passes = this.passes && this.view?.state.phase !== "scoring";
    if (falls && passes) this.say(t("play.answer.noColumnOrPass", columns), true);
    else if (falls) this.say(t("play.answer.noColumn", columns), true);
    else {
      const letters = isWithoutI(board) ? "noPointI" : "noPoint";
      this.say(t(`play.answer.${letters}${passes ? "OrPass" : ""}`, points), true);
    }
  }

  pass(): void {
    const view = this.view;
    if (!view) return;
    if (!mayMove(view)) this.#explainTurn(view);
    else this.live.machine.play("pass", -1);
    this.#clear();
  }

  /** Makes one of the choices of the opening. */
  pick(move: string): void {
    const view = this.view;
    if (!view) return;
    if (!mayMove(view)) this.#explainTurn(view);
    else this.live.machine.play(move, -1);
    this.#clear();
  }

  close(): void {
    this.live.close();
    this.coach.close();
    this.columns.close();
  }

  #clear(): void {
    this.selected = -1;
    this.highlight = null;
  }

  #place(view: GameView, board: Board, point: number, confirm: boolean): void {
    this.highlight = null;
    const forbidden = (view.state.forbidden ?? []).find((f) => f.point === point);
    const opening = view.state.opening;
    const outside =
      opening && (!opening.stones || (opening.only.length > 0 && !opening.only.includes(point)));
    if (!mayMove(view)) this.#explainTurn(view);
    else if (outside) this.say(t("play.answer.notNow", { opening: opening.text }), true);
    else if (forbidden) {
      this.say(reasonText(forbidden.reason), true);
      if (this.coached && settings.coach) this.coach.ask("why", this.#context(view), board.names[point]);
    } else if (confirm && this.selected !== point) {
      this.selected = point;
      this.say(t(`play.answer.again.${pointing()}`, { point: shownName(board, point) }));
    } else {
      this.#clear();
      this.say("");
      this.live.machine.play(board.names[point] ?? "", point);
      this.#sound(view, point, 0);
    }
  }

  /** Drops a stone into a column. */
  #drop(view: GameView, board: Board, column: number, confirm: boolean): void {
    const landing = landingIn(board, view.state.landings, column);
    if (mayMove(view) && landing < 0)
      this.say(t("play.answer.columnFull", { column: columnName(board, column) }), true);
    else this.#place(view, board, Math.max(landing, 0), confirm);
  }

  #sound(view: GameView, point: number, captured: number): void {
    if (!settings.sound) return;
    if (view.state.falls && this.board) drop(fallMs(this.board, point));
    else click(captured);
  }

  #explainTurn(view: GameView): void {
    const { phase, turn, toPlay, opening } = view.state;
    const rengo = isRengo(view.game);
    if (phase === "finished") this.say(reasonText("game-over"));
    else if (!view.you) this.say(t("play.answer.watching"));
    else if (phase === "waiting") this.say(t(rengo ? "play.rengo.waitingStill" : "play.answer.waiting"));
    else if (phase === "scoring") this.say(t("play.answer.scoring"));
    else if (rengo && !isAwaited(view)) this.say(turnText(view));
    else if (turn !== view.you && opening) this.say(t("play.answer.otherTurn"));
    else if (turn !== view.you) this.say(t(`play.answer.turnOf.${colorOf(toPlay)}`));
  }

  #showChain(stonesNow: Uint8Array, board: Board, point: number): void {
    this.selected = -1;
    if (this.highlight?.stones.includes(point)) {
      this.highlight = null;
      this.say("");
      return;
    }
    this.highlight = chainAt(board, stonesNow, point);
    if (!this.highlight) return;
    const { stones, liberties } = this.highlight;
    const count = liberties.length;
    if (stones.length === 1) this.say(t("play.answer.stone", { count }));
    else this.say(t("play.answer.chain", { stones: stones.length, count }));
  }

  /** Announces when the stone on a point was placed. */
  #showStone(view: GameView, board: Board, point: number): void {
    this.selected = -1;
    const name = board.names[point] ?? "";
    const ply = view.moves.lastIndexOf(name) + 1;
    const number = this.record[ply - 1]?.number ?? 0;
    this.say(
      number > 0
        ? t("play.answer.stoneOfMove", { point: shownName(board, point), ply: number })
        : reasonText("occupied"),
    );
  }

  #chooseDead(view: GameView, point: number): void {
    if (view.stones[point] === ".") this.say(t("play.answer.onlyStones"));
    else {
      this.say("");
      this.live.machine.toggle(point);
    }
  }

  #happened(event: GameEvent, before: GameView, after: GameView): void {
    if (after.moves.length !== before.moves.length) {
      this.#clear();
      this.planner.end(); // it was about another move
      this.review = this.better = null;
    }
    if (this.noticeIsError || outdates(event, before, after)) this.say("");
    if (settings.sound && after.state.phase === "finished" && before.state.phase !== "finished") finish();
    if (event.kind === "moved") {
      const captured = event.clear?.length ?? 0;
      const mine = isOwn(event, after);
      const placed = event.set?.[0]?.point ?? -1;
      if (placed >= 0 && !mine) this.#sound(after, placed, captured);
      else if (captured > 0 && settings.sound) take(captured);
      const color = colorOf(event.set[0]?.color ?? event.by);
      const move = pointNames(this.board).text(event.move);
      const next = t("play.sentence", {
        words: stateLine(after.state, after.game, after.you, "", after.place),
      });
      this.spoken = `${moveText(color, move, captured, event.title)} ${next}`;
      this.#tellOpening(event, before, after);
    } else {
      this.spoken = eventText(event, before, after, (p) => pointNames(this.board).of(p));
    }
    const notice = noticeText(event, before, after);
    if (!notice) return;
    this.say(notice);
    // The pass is announced already, and so is the start of the sentence.
    if (event.move !== "pass" && !this.spoken.startsWith(notice)) this.spoken = `${notice} ${this.spoken}`;
  }

  /** The result of an opening step: a choice of the opponent, swapped colours, its end. */
  #tellOpening(event: GameEvent, before: GameView, after: GameView): void {
    const swapped = swapText(before.state, after.state, after.you);
    const name = playerName(seatOf(after.game, event.by));
    const other = event.title && event.by !== after.you;
    const chosen = other ? t("play.opening.chose", { name, choice: event.title }) : "";
    const text = [chosen, swapped].filter(Boolean).join(" ");
    if (!text) return;
    this.say(text);
    this.spoken = `${text} ${this.spoken}`;
  }
}

/** Every position of a game so far; null if they cannot be computed. */
function pastOf(view: GameView, board: Board): Position[] | null {
  return positions(board, view.moves, stonesOf(view.stones), view.taken);
}
