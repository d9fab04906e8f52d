// The analysis of a study's chapter: its record is shared, and all edits are sent.
import { click } from "../../lib/sound.ts";
import { settings } from "../../lib/settings.svelte.ts";
import type { TreeNode } from "../../lib/variations/tree.ts";
import type { GameRecord } from "../../wire.ts";
import { Analysis } from "../analysis.svelte.ts";
import type { SharedTree } from "./sharedtree.ts";

interface Events {
  /** the user has navigated, or edited */
  left(): void;
  /** the current node or its content may have changed */
  changed(): void;
}

export class StudyAnalysis extends Analysis {
  readonly shared: SharedTree;
  /** whether edits are shared */
  sharing = $state(false);
  /** undefined while the constructor runs, when nothing is private yet */
  private readonly events: Events | undefined;

  constructor(record: GameRecord, tree: SharedTree, events: Events) {
    super(record.board, record.rules, tree, null, false);
    this.repairs = record.repairs ?? [];
    this.shared = tree;
    this.events = events;
  }

  override get mayWrite(): boolean {
    return this.sharing || (this.version > 0 && this.isTried(this.current));
  }

  /** The server keeps it. */
  override get unsaved(): boolean {
    return false;
  }

  /** Reports whether the current node is private, so that others do not see where the user is. */
  get tries(): boolean {
    return this.version > 0 && this.isTried(this.current);
  }

  setSharing(on: boolean): void {
    this.sharing = this.shared.sharing = on;
  }

  /** Follows a leader to a node. */
  follow(node: TreeNode): void {
    if (node === this.current) return;
    const played = node.parent === this.current && node.move !== "";
    this.pause();
    this.why = null;
    this.tree.goto(node);
    this.arrived();
    if (played && settings.sound) click();
  }

  /** Others have changed the tree; placed: the setup stones, too. */
  heard(placed: boolean): void {
    if (placed || this.tree.current !== this.current) this.arrived();
    else this.changed();
  }

  /** Shares a private branch with the study. */
  shareTried(): void {
    this.shared.share(this.current);
    this.changed();
  }

  nameOf(point: number): string {
    return this.plain.names[point] ?? "";
  }

  show(name: string): void {
    this.pointed = name ? this.plain.names.indexOf(name) : -1;
  }

  protected override left(): void {
    super.left();
    this.events?.left();
  }

  protected override changed(): void {
    super.changed();
    this.events?.changed();
  }
}
