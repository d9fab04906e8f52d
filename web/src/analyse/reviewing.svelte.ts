// The review of a line of the record that is open: the server looks at it, quickly first and closer
// then, and the graph and the list of mistakes lead through the tree.
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
  /** what is known; more comes until it has ended */
  review: Review | null = $state.raw(null);
  queued: Waiting | null = $state.raw(null);
  busy = $state(false);
  /** why there is none, as a sentence */
  problem = $state("");
  /** the line that is or was looked at */
  line: Line = $state.raw([]);
  /** whether that is the game itself */
  main = $state(true);
  readonly #analysis: Analysis;
  #better: BetterLine | null = $state.raw(null);
  /** what of the better line lies on the board; another one there means that it is no longer shown */
  #laid: Analysis["overlay"] = null;
  #connection: Connection | null = null;
  #request: CoachRequest | null = null;
  #ids = 0;

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
  }

  /** A move as people write it. */
  called = (move: string): string => pointNames(this.#analysis.board).text(move);

  /** What the coach says, in sentences. */
  say = (says: readonly Saying[]): string => sayingsText(says, pointNames(this.#analysis.board), "");

  /** The number of a move, as it stands in the tree. */
  numberOf = (ply: number): number => this.line[ply]?.ply ?? ply;

  /** What it comes to, in sentences. */
  get verdict(): string {
    return reviewText(this, endOf(this.#analysis.info("RE")).resigned, this.numberOf);
  }

  /** The line that one is on now, which a review would look at. */
  get here(): Line {
    return this.#analysis.version > 0 ? lineThrough(this.#analysis.current) : [];
  }

  /** Whether what is known is of the line that one is on. */
  get current(): boolean {
    const { here, line } = this;
    return here.at(-1) === line.at(-1) && here.length === line.length;
  }

  /** Number of moves that led to what is shown of the line; a better line stands for the move that it betters. */
  get shown(): number {
    return this.better?.ply ?? plyOn(this.line, this.#analysis.current);
  }

  /** The better line that is on the board, null for none. */
  get better(): BetterLine | null {
    return this.#analysis.overlay === this.#laid ? this.#better : null;
  }

  /** Asks for the review of the line that one is on. */
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
          }),
    });
  }

  /** Ends a review that goes on; what is known stays. */
  stop(): void {
    this.busy = false;
    this.queued = null;
    if (this.review) this.review = { ...this.review, ended: true };
    this.#send({ type: "stop", id: ++this.#ids });
  }

  /** Shows the position after so many moves. */
  choose(ply: number): void {
    const node = this.line[ply];
    if (node && ply < standing(this.line)) this.#analysis.goto(node);
  }

  /** Puts moves of a better line on the board, in the place of the move that was played; null takes them off. */
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

  /** Makes the better line a variation of the record, and goes to what is shown of it. */
  keep(): void {
    const { better } = this;
    const from = better && this.line[better.ply - 1];
    if (!better || !from) return;
    const color = this.review?.moves[better.ply - 1]?.color ?? "";
    const kept: TreeNode[] = this.#analysis.keepLine(from, better.moves, color);
    const to = kept[better.steps - 1];
    if (to) this.#analysis.goto(to);
  }

  /** The record with what was found out. */
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
