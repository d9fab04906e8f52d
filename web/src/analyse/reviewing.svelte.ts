// The review of a line of the open record: the server analyses it, first fast and then deeper, and the graph and the
// list of mistakes navigate the tree.
import { pointNames } from "../board/letters.ts";
import { refusalText } from "../lib/words/refusals.ts";
import { sayingsText } from "../lib/words/sayings.ts";
import { coachPath, sentence } from "../lib/server/api.ts";
import { Connection } from "../lib/server/connection.ts";
import type { TreeNode } from "../lib/variations/tree.ts";
import type { BetterLine } from "../parts/review/review.ts";
import { reviewText } from "../parts/review/verdict.ts";
import type { CoachReply, CoachRequest, Review, Saying, Waiting } from "../wire.ts";
import type { Analysis } from "./analysis.svelte.ts";
import { endOf, isMain, lineThrough, plyOn, standing, type Line } from "./reviewline.ts";
import { withReview } from "./reviewrecord.ts";

export class Reviewing {
  /** the review so far; it grows until it is done */
  review: Review | null = $state.raw(null);
  queued: Waiting | null = $state.raw(null);
  busy = $state(false);
  /** why it failed, as a sentence */
  problem = $state("");
  /** the line that is or was reviewed */
  line: Line = $state.raw([]);
  /** whether it is the game itself */
  main = $state(true);
  readonly #analysis: Analysis;
  #better: BetterLine | null = $state.raw(null);
  /** the better line on the board; if the board shows another one, this one is hidden */
  #laid: Analysis["overlay"] = null;
  #connection: Connection | null = null;
  #request: CoachRequest | null = null;
  #ids = 0;

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
  }

  /** A move as people write it. */
  called = (move: string): string => pointNames(this.#analysis.board).text(move);

  /** The coach's comment, in sentences. */
  say = (says: readonly Saying[]): string => sayingsText(says, pointNames(this.#analysis.board), "");

  /** The number of a move, as in the tree. */
  numberOf = (ply: number): number => this.line[ply]?.ply ?? ply;

  /** The result, in sentences. */
  get verdict(): string {
    return reviewText(this, endOf(this.#analysis.info("RE")).resigned, this.numberOf);
  }

  /** The current line, which a review would analyse. */
  get here(): Line {
    return this.#analysis.version > 0 ? lineThrough(this.#analysis.current) : [];
  }

  /** Reports whether the review is of the current line. */
  get current(): boolean {
    const { here, line } = this;
    return here.at(-1) === line.at(-1) && here.length === line.length;
  }

  /** The number of moves to the current position on the line; a better line counts as the move that it replaces. */
  get shown(): number {
    return this.better?.ply ?? plyOn(this.line, this.#analysis.current);
  }

  /** The better line on the board, null for none. */
  get better(): BetterLine | null {
    return this.#analysis.overlay === this.#laid ? this.#better : null;
  }

  /** Asks for the review of the current line. */
  ask(): void {
    const line = this.here;
    const end = line.at(-1);
    if (!end || this.busy) return;
    [this.line, this.main, this.review, this.problem] = [line, isMain(line), null, ""];
    this.#better = null;
    const { board, rules, game } = this.#analysis;
    const { stones, toPlay, moves } = this.#analysis.placeOf(end);
    const known = game && !stones && game.moves.join() === moves.join();
    this.busy = true;
    this.#send({
      type: "review",
      id: ++this.#ids,
      ...(known
        ? { game: game.id }
        : {
            board: board.spec,
            rules,
            stones,
            toPlay,
            moves,
            winner: this.main ? endOf(this.#analysis.info("RE")).winner : "",
            result: this.main ? this.#analysis.info("RE") : "",
          }),
    });
  }

  /** Stops a running review; its results stay. */
  stop(): void {
    this.busy = false;
    this.queued = null;
    if (this.review) this.review = { ...this.review, ended: true };
    this.#send({ type: "stop", id: ++this.#ids });
  }

  /** Shows the position after a number of moves. */
  choose(ply: number): void {
    const node = this.line[ply];
    if (node && ply < standing(this.line)) this.#analysis.goto(node);
  }

  /** Shows moves of a better line on the board, in place of the played move; null removes them. */
  tryLine(better: BetterLine | null): void {
    const was = this.better;
    if (!better) {
      if (was) this.choose(was.ply);
      return;
    }
    this.choose(better.ply - 1);
    if (this.#analysis.current !== this.line[better.ply - 1]) return;
    const color = this.review?.moves[better.ply - 1]?.color ?? "";
    this.#laid = { moves: better.moves.slice(0, better.steps), color };
    this.#better = better;
    this.#analysis.overlay = this.#laid;
  }

  /** Adds the better line to the record as a variation, and goes to its shown move. */
  keep(): void {
    const { better } = this;
    const from = better && this.line[better.ply - 1];
    if (!better || !from) return;
    const color = this.review?.moves[better.ply - 1]?.color ?? "";
    const kept: TreeNode[] = this.#analysis.keepLine(from, better.moves, color);
    const to = kept[better.steps - 1];
    if (to) this.#analysis.goto(to);
  }

  /** The record with the results of the review. */
  get text(): string {
    const { review, line, verdict, called, say } = this;
    return review
      ? this.#analysis.textWith(withReview({ review, line, verdict, called, say }))
      : this.#analysis.text;
  }

  close(): void {
    this.#connection?.close();
  }

  #send(request: CoachRequest): void {
    this.#request = request;
    this.#connection ??= new Connection(location.origin.replace(/^http/, "ws") + coachPath, {
      opened: () => this.#again(),
      closed: () => {},
      message: (data) => this.#receive(JSON.parse(data) as CoachReply),
      state: () => {},
    });
    this.#again();
  }

  #again(): void {
    if (this.#request) this.#connection?.send(JSON.stringify(this.#request));
  }

  #receive(reply: CoachReply): void {
    if (reply.id !== this.#request?.id) return;
    this.queued = reply.waiting ?? null;
    if (reply.waiting) return;
    if (reply.review) this.review = reply.review;
    if (reply.review && !reply.review.ended) return;
    this.busy = false;
    this.#request = null; // answered: a new connection need not ask again
    this.problem = reply.problem ? sentence(refusalText(reply, reply.problem)) : "";
  }
}
