// Navigation in a tree of variations: back and forward, to a node, and playback of a line. A subclass says what to do
// on arrival.
import { settings } from "../settings.svelte.ts";
import { click } from "../sound.ts";
import type { Tree, TreeNode } from "./tree.ts";

/** The pause between two moves of playback, in milliseconds. */
const STEP = 1100;

export abstract class Browsing {
  /** new numbers whenever the tree, which changes in place, or its shape has changed */
  version = $state(0);
  shape = $state(0);
  current: TreeNode;
  playing = $state(false);
  protected tree: Tree;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tree: Tree) {
    this.tree = tree;
    this.current = $state.raw(this.tree.current);
  }

  get ply(): number {
    return this.current.ply;
  }

  get canGoBack(): boolean {
    return this.current.parent !== null;
  }

  get canGoOn(): boolean {
    return this.current.children.length > 0;
  }

  /** One move back (-1) or forward (1). */
  step(by: number): void {
    if (by < 0 ? this.tree.back() : this.tree.forward()) this.left();
  }

  goto(node: TreeNode): void {
    this.tree.goto(node);
    this.left();
  }

  /** Plays a move by name: a point, a pass or a choice. */
  play(move: string): void {
    this.tree.play(move);
    this.left();
  }

  /** The line in playback, if any. */
  abstract get lineToPlay(): readonly TreeNode[];

  /** Plays one more move of that line; false at its end. */
  stepLine(): boolean {
    const line = this.lineToPlay;
    const at = line.indexOf(this.current);
    const next = line[at + 1];
    if (!next) return false;
    this.tree.goto(next);
    this.arrived();
    if (settings.sound) click();
    return at + 2 < line.length;
  }

  /** Plays that line automatically, move by move. */
  playOut(): void {
    clearTimeout(this.#timer);
    this.playing = this.stepLine();
    if (this.playing) this.#timer = setTimeout(() => this.playOut(), STEP);
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  /** The user has moved to another node. */
  protected left(): void {
    this.pause();
    this.arrived();
  }

  /** The current node has changed. */
  protected arrived(): void {
    this.current = this.tree.current;
    this.changed();
  }

  /** The tree may have changed. */
  protected changed(): void {
    this.version = this.tree.version;
    this.shape = this.tree.shape;
  }
}
