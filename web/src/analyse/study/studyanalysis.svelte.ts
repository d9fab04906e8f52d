// The analysis of a study's chapter: its record is shared, and all that is done to it is told.
import { click } from "../../lib/sound.ts";
import { settings } from "../../lib/settings.svelte.ts";
import type { TreeNode } from "../../lib/variations/tree.ts";
import type { GameRecord } from "../../wire.ts";
import { Analysis } from "../analysis.svelte.ts";
import type { SharedTree } from "./sharedtree.ts";

interface Events {
  /** the person has gone somewhere, or done something */
  left(): void;
  /** where one is, or what is there, may be different */
  changed(): void;
}

export class StudyAnalysis extends Analysis {
  readonly shared: SharedTree;
  /** whether what is done here is shared */
  sharing = $state(false);
  /** undefined while the analysis is being made, when nothing private is there yet either */
  private readonly events: Events | undefined;

  constructor(record: GameRecord, tree: SharedTree, events: Events) {
    super(record.board, record.rules, tree, null, false);
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

  /** Whether others do not see where one is, as one only tries it. */
  get tries(): boolean {
    return this.version > 0 && this.isTried(this.current);
  }

  setSharing(on: boolean): void {
    this.sharing = this.shared.sharing = on;
  }

  /** Goes where somebody leads. */
  follow(node: TreeNode): void {
    if (node === this.current) return;
    const played = node.parent === this.current && node.move !== "";
    this.pause();
    this.why = null;
    this.tree.goto(node);
    this.arrived();
    if (played && settings.sound) click();
  }

  /** Others have changed the tree; placed: which stones lie on the board, too. */
  heard(placed: boolean): void {
    if (placed || this.tree.current !== this.current) this.arrived();
    else this.changed();
  }

  /** What was tried here becomes a part of the study. */
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
