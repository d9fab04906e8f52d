// The coach of one game at the table: what it points out on the board, its hints,
// how it guesses that the game stands, and its review when the game is over. It is asked over a socket of its own,
// which is opened with the first question.
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
import type { Lesson } from "./lesson.ts";

type Question = "notes" | "why" | "hint" | "estimate" | "review";

export class Coach {
  notes: readonly CoachNote[] = $state.raw([]);
  /** what the other side surely cannot do at once, where there is nothing to see */
  calm: readonly Saying[] = $state.raw([]);
  /** why a move was refused */
  why: CoachNote | null = $state.raw(null);
  hint: CoachHint | null = $state.raw(null);
  /** how the game that goes on stands, as a guess */
  estimate: CoachEstimate | null = $state.raw(null);
  /** what is known of the game that is over; more comes until it has ended */
  review: Review | null = $state.raw(null);
  /** where the question stands in the line of those that the server is to think about */
  queued: Waiting | null = $state.raw(null);
  /** what is being waited for */
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

  /** What of it is drawn on the board. */
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

  /** What it says, in sentences to the one who asked last. */
  say = (says: readonly Saying[]): string => sayingsText(says, this.#names, this.#side);

  /** A move as people write it. */
  called = (move: string): string => this.#names.text(move);

  ask(type: Exclude<Question, "estimate" | "review">, lesson: Lesson, move = ""): void {
    const { board, rules, moves, resumed, side } = lesson;
    this.#question(type, lesson, { board, rules, moves: [...moves], resumed, side, move });
  }

  /** Whether it is wanted to know how the game stands. */
  get estimating(): boolean {
    return this.estimate !== null || this.busy === "estimate";
  }

  /** Asks how a game of this server stands that goes on. */
  guess(game: string, listener: Pick<Lesson, "names" | "side">): void {
    this.#question("estimate", listener, { game });
  }

  /** Takes that away, or does not wait for it any more. */
  unguess(): void {
    this.estimate = null;
    if (this.busy === "estimate") this.#stop();
  }

  /** Asks for the review of a game of this server that is over. */
  recap(game: string, listener: Pick<Lesson, "names" | "side">): void {
    this.#question("review", listener, { game });
  }

  #question(
    type: Question,
    { names, side }: Pick<Lesson, "names" | "side">,
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

  /** The game went on, back, or to its end: what was said about the position before is of no use. */
  turnPage(ply: number, phase: string): void {
    const page = `${ply} ${phase}`;
    if (page === this.#page) return;
    [this.#page, this.#ply] = [page, ply];
    this.notes = this.calm = [];
    this.why = this.hint = this.estimate = this.review = null;
    this.problem = "";
    if (this.busy) this.#stop();
  }

  /** Nobody listens now; a hint that was asked for stays. */
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
    if (reply.estimate?.ply === this.#ply) this.estimate = reply.estimate; // else a move is on its way here
  }
}
