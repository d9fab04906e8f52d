// An open shared study: its socket, its chapters' trees, its visitors, and whom the user follows.
import { ApiError, getChapter, getStudy, sentence, studyPath } from "../../lib/server/api.ts";
import { Connection, type ConnectionState } from "../../lib/server/connection.ts";
import { refusalText } from "../../lib/words/refusals.ts";
import { Chat } from "../../parts/chat/chat.svelte.ts";
import { t } from "../../text/text.ts";
import type {
  Study,
  StudyLook,
  StudyMessage,
  StudyOp,
  StudyPeople,
  StudyPerson,
  StudyPointer,
  StudyRequest,
} from "../../wire.ts";
import { nodeAt } from "../saving.ts";
import { takeBegun } from "./begun.ts";
import { inOrder } from "./chapters.ts";
import { isSmall } from "./sending.ts";
import { StudyAnalysis } from "./studyanalysis.svelte.ts";
import { Trees } from "./trees.ts";

/** How long typed text is collected, in milliseconds. */
const TYPING = 400;
/** The interval between messages about where the user is, or points. */
const TELLING = 120;

const setsUp = ["AB", "AW", "AE", "PL"];

export class StudySession {
  readonly id: string;
  readonly chat: Chat;
  study: Study | null = $state.raw(null);
  people: StudyPeople | null = $state.raw(null);
  analysis: StudyAnalysis | null = $state.raw(null);
  chapter = $state(0);
  connection: ConnectionState = $state("connecting");
  /** whether the user follows the leader */
  follows = $state(true);
  /** whether an editor only tries moves */
  trying = $state(false);
  /** why there is nothing to see */
  problem = $state("");
  /** what failed */
  refused = $state("");
  /** whether there are unsaved changes */
  waiting = $state(false);
  #line: Connection | null = null;
  readonly #trees: Trees;
  /** the version of the study that is applied, and the newest known version */
  #version = 0;
  #due = 0;
  #ids = 0;
  readonly #prefix = Array.from(crypto.getRandomValues(new Uint8Array(9)), (b) => b.toString(36)).join("");
  #told = "";
  #pointed = "";
  #pointer: StudyPointer | null = null;
  #flushing: ReturnType<typeof setTimeout> | undefined;
  #telling: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(id: string) {
    this.id = id;
    this.begun = takeBegun(id);
    this.chat = new Chat("studies", id);
    this.#trees = new Trees(
      (chapter) => getChapter(id, chapter),
      () => this.#newId(),
      () => this.#changed(),
    );
    void this.#open();
  }

  /** the position at which the user started the study; null if they did not just do so */
  readonly begun: readonly number[] | null;
  readonly mayEdit: boolean = $derived(this.study !== null && this.study.you !== "watcher");
  readonly owns: boolean = $derived(this.study?.you === "owner");
  readonly leader: StudyPerson | null = $derived(
    this.people?.people.find((p) => p.visitor === this.people?.leader) ?? null,
  );
  readonly leads: boolean = $derived(this.leader !== null && this.leader.visitor === this.people?.you);

  close(): void {
    this.#closed = true;
    clearTimeout(this.#telling);
    this.#flush();
    clearTimeout(this.#flushing);
    this.analysis?.close();
    this.chat.close();
    this.#line?.close();
  }

  /** Opens a chapter that the user chose. */
  pick(chapter: number): void {
    if (!this.leads) this.follows = false;
    void this.#show(chapter, 0);
  }

  setFollows(on: boolean): void {
    this.follows = on;
    this.#followLeader();
    this.#tell();
  }

  setTrying(on: boolean): void {
    this.trying = on;
    this.#setSharing();
  }

  /** Asks for a change outside of trees. */
  ask(request: Omit<StudyRequest, "id">): void {
    this.refused = "";
    if (this.connection === "open") this.#send({ ...request, id: this.#newId() });
    else this.refused = t("study.offline");
  }

  /** Other people see the point under the leader's pointer. */
  point(point: number): void {
    if (!this.leads) return;
    this.#pointed = this.analysis?.nameOf(point) ?? "";
    this.#tell();
  }

  async #open(): Promise<void> {
    try {
      const study = await getStudy(this.id);
      if (this.#closed) return;
      this.study = study;
      this.#version = study.version;
      await this.#show(this.#wanted(study), 0);
      if (this.begun && this.analysis) this.analysis.goto(nodeAt(this.analysis.root, this.begun));
      this.#connect();
    } catch (error) {
      this.problem =
        error instanceof ApiError && error.status === 404
          ? t("study.missing.text")
          : sentence(error instanceof Error ? error.message : String(error));
    }
  }

  /** The chapter in the address, else the first. */
  #wanted({ chapters }: Study): number {
    const named = Number(location.hash.slice(1));
    return (chapters.find((c) => c.id === named) ?? chapters[0])?.id ?? 0;
  }

  #connect(): void {
    if (this.#closed) return;
    this.#line = new Connection(location.origin.replace(/^http/, "ws") + studyPath(this.id), {
      opened: () => this.#opened(),
      closed: () => {
        clearTimeout(this.#telling);
        void this.#lookWhetherGone();
      },
      message: (data) => this.#receive(JSON.parse(data) as StudyMessage),
      state: (state) => (this.connection = state),
    });
    this.chat.connect();
  }

  #opened(): void {
    this.#send({ type: "hello", version: this.#version });
    this.#trees.resend();
    this.#told = "";
  }

  #receive(message: StudyMessage): void {
    const { study, people, looks, ops, done, error } = message;
    if (study) this.#described(study);
    if (ops) this.#apply(ops);
    if (people) this.#met(people);
    if (looks) this.#looked(looks);
    if (message.pointer) {
      this.#pointer = message.pointer;
      this.#showPointer();
    }
    if (done) {
      this.#trees.done(done);
      this.analysis?.heard(false);
    }
    if (error) this.#undone(error.id ?? "", sentence(refusalText(error, error.text)));
    if (message.type === "gone") this.#gone();
  }

  #gone(): void {
    this.problem = t("study.gone");
    this.close();
  }

  /** The stream may have ended before it could say that the study was deleted. */
  async #lookWhetherGone(): Promise<void> {
    if (this.#closed) return;
    try {
      await getStudy(this.id);
    } catch (error) {
      if (!this.#closed && error instanceof ApiError && error.status === 404) this.#gone();
    }
  }

  #described(study: Study): void {
    this.study = study;
    this.#due = Math.max(this.#due, study.version);
    this.#setSharing();
    this.#flush();
  }

  #met(people: StudyPeople): void {
    const before = this.people?.leader;
    this.people = people;
    // The server does not send all missed ops one by one.
    if (this.#due > this.#version) void this.#fetchAll();
    if (people.leader !== before) this.#pointer = null;
    this.#followLeader();
    this.#tell();
  }

  #looked(looks: readonly StudyLook[]): void {
    if (!this.people) return;
    const of = (p: StudyPerson) => looks.find((l) => l.visitor === p.visitor) ?? p.look;
    this.people = { ...this.people, people: this.people.people.map((p) => ({ ...p, look: of(p) })) };
    this.#followLeader();
    this.#showPointer();
  }

  #apply(ops: readonly StudyOp[]): void {
    const next = ops.filter((op) => op.version > this.#version);
    if (next.length === 0) return;
    if (next[0]!.version > this.#version + 1) return void this.#fetchAll();
    this.#version = next.at(-1)!.version;
    if (this.study) this.study = inOrder(this.study, next);
    this.#trees.receive(next);
    const placed = next.some(
      (op) => op.chapter === this.chapter && op.properties?.some(([id = ""]) => setsUp.includes(id)),
    );
    this.analysis?.heard(placed);
    if (next.some((op) => op.kind === "drop" && op.chapter === this.chapter)) this.#dropped();
    this.#followLeader();
  }

  /** The current chapter no longer exists. */
  #dropped(): void {
    const [first] = this.study?.chapters ?? [];
    if (first) void this.#show(first.id, 0);
    this.refused = t("study.dropped");
  }

  async #fetchAll(): Promise<void> {
    this.#version = this.#due = Math.max(this.#version, this.#due);
    try {
      await this.#trees.renew(this.chapter);
      this.analysis?.heard(true);
      this.#followLeader();
    } catch (error) {
      this.refused = sentence(error instanceof Error ? error.message : String(error));
    }
  }

  async #show(id: number, node: number): Promise<void> {
    if (!id) return;
    this.chapter = id;
    this.refused = "";
    try {
      const chapter = await this.#trees.open(id);
      if (this.chapter !== id || this.#closed) return;
      this.analysis?.close();
      const there = chapter.tree.nodeOf(node);
      if (there) chapter.tree.goto(there);
      this.analysis = new StudyAnalysis(chapter.record, chapter.tree, {
        left: () => this.#left(),
        changed: () => this.#changed(),
      });
      history.replaceState(null, "", `#${id}`);
      this.#setSharing();
      this.#showPointer();
      this.#tell();
    } catch (error) {
      if (!this.analysis) throw error;
      this.refused = sentence(error instanceof Error ? error.message : String(error));
    }
  }

  #setSharing(): void {
    const on = this.mayEdit && !this.trying;
    this.#trees.share(on);
    this.analysis?.setSharing(on);
  }

  /** A user who navigates stops following. */
  #left(): void {
    if (this.leads || !this.leader || !this.follows) return;
    this.follows = false;
    this.#showPointer();
  }

  #followLeader(): void {
    const look = this.leader?.look;
    if (!this.follows || this.leads || !look) return;
    // When a chapter is deleted, its visitors are about to be elsewhere.
    if (!this.study?.chapters.some((c) => c.id === look.chapter)) return;
    if (look.chapter !== this.chapter) return void this.#show(look.chapter, look.node);
    const node = this.analysis?.shared.nodeOf(look.node);
    if (node) this.analysis?.follow(node);
  }

  #showPointer(): void {
    const at = this.#pointer;
    const seen = at?.chapter === this.chapter && this.follows && !this.leads;
    this.analysis?.show(seen ? at.point : "");
  }

  /** A tree has changed, or the user has gone elsewhere. */
  #changed(): void {
    this.waiting = this.#trees.isWaiting;
    const typing = this.analysis?.shared.isTyping ?? false;
    if (!typing) this.#flush();
    else this.#flushing ??= setTimeout(() => this.#flush(), TYPING);
    this.#tell();
  }

  #flush(): void {
    clearTimeout(this.#flushing);
    this.#flushing = undefined;
    if (this.connection !== "open") return;
    for (const request of this.#trees.outgoing())
      if (isSmall(request)) this.#send(request);
      else this.#undone(request.id ?? "", t("study.tooLong"));
  }

  /** Sends the user's node and pointer, not more often than others can see. */
  #tell(): void {
    if (this.connection !== "open" || !this.people) return;
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      this.#tellNow();
    }, TELLING);
  }

  #tellNow(): void {
    const { analysis, chapter, follows } = this;
    if (!analysis || this.connection !== "open") return;
    let at = analysis.current;
    while (at.parent && analysis.shared.isTried(at)) at = at.parent;
    const node = analysis.shared.idOf(at);
    const look = JSON.stringify({ type: "look", chapter, node, follows: follows && !this.leads });
    // A node that others do not know yet is sent when they do.
    if (node && look !== this.#told) {
      this.#told = look;
      this.#line?.send(look);
    }
    if (!this.leads || this.#pointer?.point === this.#pointed) return;
    this.#pointer = { chapter, point: this.#pointed };
    this.#send({ type: "point", chapter, point: this.#pointed });
  }

  /** The server has refused something. */
  #undone(id: string, why: string): void {
    const was = this.#trees.refused(id);
    if (!this.people && !id) this.problem = why;
    else this.refused = was ? t("study.refused", { why }) : why;
    this.analysis?.heard(true);
  }

  #newId(): string {
    return `${this.#prefix}-${++this.#ids}`;
  }

  #send(request: StudyRequest): void {
    this.#line?.send(JSON.stringify(request));
  }
}
