// The trees of a study's chapters that are loaded, as the study's ops change them.
import type { GameRecord, StudyDone, StudyOp, StudyRequest, StudyTree } from "../../wire.ts";
import { SharedTree } from "./sharedtree.ts";

/** A chapter with a loaded tree. */
interface Chapter {
  record: GameRecord;
  tree: SharedTree;
}

export class Trees {
  readonly #chapters = new Map<number, Chapter>();
  /** ops of chapters that are being loaded */
  readonly #early = new Map<number, StudyOp[]>();
  readonly #get: (chapter: number) => Promise<StudyTree>;
  readonly #newId: () => string;
  readonly #told: () => void;

  /** told: called when there is something to send */
  constructor(get: (chapter: number) => Promise<StudyTree>, newId: () => string, told: () => void) {
    this.#get = get;
    this.#newId = newId;
    this.#told = told;
  }

  get isWaiting(): boolean {
    return this.#trees.some((tree) => tree.isWaiting);
  }

  /** What can be sent to the server now. */
  outgoing(): StudyRequest[] {
    return this.#trees.flatMap((tree) => tree.outgoing());
  }

  resend(): void {
    for (const tree of this.#trees) tree.resend();
  }

  share(on: boolean): void {
    for (const tree of this.#trees) tree.sharing = on;
  }

  done(done: StudyDone): void {
    for (const tree of this.#trees) tree.done(done);
  }

  /** Undoes what the server refuses; reports whether it was an edit of a tree. */
  refused(id: string): boolean {
    return this.#trees.some((tree) => tree.refused(id));
  }

  receive(ops: readonly StudyOp[]): void {
    for (const [id, { tree }] of this.#chapters) if (!this.#early.has(id)) tree.receive(ops);
    for (const early of this.#early.values()) early.push(...ops);
  }

  /** Returns a chapter, and loads it if necessary. */
  async open(id: number): Promise<Chapter> {
    return this.#chapters.get(id) ?? this.#fetch(id);
  }

  /** Reloads chapters that are shown or have unsent edits; forgets the others. */
  async renew(shown: number): Promise<void> {
    for (const [id, { tree }] of this.#chapters)
      if (id !== shown && !tree.isWaiting) this.#chapters.delete(id);
    await Promise.all([...this.#chapters.keys()].map((id) => this.#fetch(id)));
  }

  /** Ops that arrive during loading are applied after it. */
  async #fetch(id: number): Promise<Chapter> {
    this.#early.set(id, []);
    try {
      const told = await this.#get(id);
      const there = this.#chapters.get(id);
      if (there) there.tree.reload(told);
      const tree = there?.tree ?? new SharedTree(told, this.#newId);
      tree.told = this.#told;
      tree.receive(this.#early.get(id) ?? []);
      const chapter = { record: told.record!, tree };
      this.#chapters.set(id, chapter);
      return chapter;
    } finally {
      this.#early.delete(id);
    }
  }

  get #trees(): SharedTree[] {
    return [...this.#chapters.values()].map(({ tree }) => tree);
  }
}
