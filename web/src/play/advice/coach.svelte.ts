// The coach of one game at the table: its marks on the board, its hints, its estimates, and its review after the
// game. It has its own socket, which opens with the first question.
import { pointNames } from "../../board/letters.ts";
import type { BoardState } from "../../board/state.ts";
import { refusalText } from "../../lib/words/refusals.ts";
import { coachPath, sentence } from "../../lib/server/api.ts";
import { Connection } from "../../lib/server/connection.ts";
import { sayingsText, type PointNames } from "../../lib/words/sayings.ts";
import type {
  CoachEstimate,
  CoachHint,
  CoachNote,
  CoachReply,
  CoachRequest,
  Review,
  Saying,
  Waiting,
} from "../../wire.ts";
import type { Context } from "./context.ts";

type Question = "notes" | "why" | "hint" | "estimate" | "review";

export class Coach {
  notes: readonly CoachNote[] = $state.raw([]);
  /** what the opponent certainly cannot do immediately, if there are no remarks */
  calm: readonly Saying[] = $state.raw([]);
  /** why a move was refused */
  why: CoachNote | null = $state.raw(null);
  hint: CoachHint | null = $state.raw(null);
  /** the estimate of the running game */
  estimate: CoachEstimate | null = $state.raw(null);
  /** the review of the finished game; it grows until it is done */
  review: Review | null = $state.raw(null);
  /** the place of the request in the queue for the engine */
  queued: Waiting | null = $state.raw(null);
  /** the request in progress */
  busy: Question | "" = $state("");
  /** why there is no answer, as a sentence */
  problem = $state("");
  #line: Connection | null = null;
  #request: CoachRequest | null = null;
  #ids = 0;
  #page = "";
  #ply = 0;
  #names: PointNames = pointNames(null);
  #side = "";

  /** The part of it that is drawn on the board. */
  advice: Partial<Pick<BoardState, "glow" | "prey" | "watched" | "good" | "owners">> = $derived.by(() => {
    const notes = this.why ? [this.why] : this.notes;
    const good = this.hint && this.hint.point >= 0 ? [this.hint.point] : [];
    return {
      glow: notes.filter((n) => n.kind === "atari" || n.kind === "rule").flatMap((n) => n.points),
      prey: notes.filter((n) => n.kind === "take").flatMap((n) => n.points),
      watched: notes.map((n) => n.place).filter((p) => p >= 0 && !good.includes(p)),
      good,
      owners: this.estimate?.owners ?? [],
    };
  });

  /** Its text, in sentences, in answer to the last request. */
  say = (says: readonly Saying[]): string => sayingsText(says, this.#names, this.#side);

  /** A move as people write it. */
  called = (move: string): string => this.#names.text(move);

  ask(type: Exclude<Question, "estimate" | "review">, context: Context, move = ""): void {
    const { board, rules, moves, resumed, side } = context;
    this.#question(type, context, { board, rules, moves: [...moves], resumed, side, move });
  }

  /** Reports whether the user wants an estimate. */
  get estimating(): boolean {
    return this.estimate !== null || this.busy === "estimate";
  }

  /** Asks for an estimate of a running game on this server. */
  guess(game: string, listener: Pick<Context, "names" | "side">): void {
    this.#question("estimate", listener, { game });
  }

  /** Removes the estimate, or cancels the request. */
  unguess(): void {
    this.estimate = null;
    if (this.busy === "estimate") this.#stop();
  }

  /** Asks for the review of a finished game on this server. */
  recap(game: string, listener: Pick<Context, "names" | "side">): void {
    this.#question("review", listener, { game });
  }

  #question(
    type: Question,
    { names, side }: Pick<Context, "names" | "side">,
    about: Partial<CoachRequest>,
  ): void {
    [this.#names, this.#side] = [names, side];
    this.#request = { type, id: ++this.#ids, ...about };
    this.busy = type;
    this.problem = "";
    this.queued = null;
    if (type === "review") this.review = null;
    this.#line ??= new Connection(location.origin.replace(/^http/, "ws") + coachPath, {
      opened: () => this.#send(),
      closed: () => {},
      message: (data) => this.#receive(JSON.parse(data) as CoachReply),
      state: () => {},
    });
    this.#send();
  }

  /** The game has moved forward, back, or to its end: earlier remarks no longer apply. */
  turnPage(ply: number, phase: string): void {
    const page = `${ply} ${phase}`;
    if (page === this.#page) return;
    [this.#page, this.#ply] = [page, ply];
    this.notes = this.calm = [];
    this.why = this.hint = this.estimate = this.review = null;
    this.problem = "";
    if (this.busy) this.#stop();
  }

  /** The coach is switched off; a requested hint stays. */
  silence(): void {
    this.notes = this.calm = [];
    this.why = null;
    if (this.busy === "notes" || this.busy === "why") this.#stop();
  }

  close(): void {
    this.#line?.close();
  }

  #stop(): void {
    this.busy = "";
    this.queued = null;
    this.#request = { type: "stop", id: ++this.#ids };
    this.#send();
  }

  #send(): void {
    if (this.#request) this.#line?.send(JSON.stringify(this.#request));
  }

  #receive(reply: CoachReply): void {
    if (reply.id !== this.#request?.id) return;
    this.queued = reply.waiting ?? null;
    if (reply.waiting) return;
    if (reply.review) this.review = reply.review;
    if (reply.review && !reply.review.ended) return;
    this.busy = "";
    this.#request = null; // answered: a new connection need not ask again
    this.problem = reply.problem ? sentence(refusalText(reply, reply.problem)) : "";
    if (reply.notes) [this.notes, this.calm, this.why] = [reply.notes.notes, reply.notes.calm, null];
    if (reply.why) this.why = reply.why;
    if (reply.hint) this.hint = reply.hint;
    if (reply.estimate?.ply === this.#ply) this.estimate = reply.estimate; // otherwise a move is on its way
  }
}
