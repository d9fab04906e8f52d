// A record that is looked at and edited: its moves and variations, comments, marks and
// what it says of the game. All that is done to it can be undone.
import { escaped, lineOf, textOf, valueOf } from "../lib/record/values.ts";
import { newRoot, sgfText, setUpProperties } from "../lib/record/write.ts";
import { Browsing } from "../lib/variations/browsing.svelte.ts";
import { branchOf, Edits, valuesOf, withProperty, type Clip } from "../lib/variations/edits.ts";
import {
  Tree,
  type Made,
  type Place,
  type Property,
  type Setup,
  type TreeNode,
} from "../lib/variations/tree.ts";
import type { Arrow, Drawn } from "../board/state.ts";
import { stonesOf } from "../board/notation.ts";
import { settings } from "../lib/settings.svelte.ts";
import { otherColor } from "../lib/words/words.ts";
import type { Board } from "../wire.ts";
import { samePosition, type Found } from "./find.ts";
import { arrowsOf, marksOf, withLink, withMark, type LinkTool, type MarkTool } from "./markup.ts";
import { changesTo, Positions, stonesText } from "./positions.ts";

/** The branch that was cut or copied last, in any record. */
let clip: Clip | null = $state.raw(null);

export abstract class Recording extends Browsing {
  readonly rules: string;
  /** whether the game plays by itself */
  running = $state(false);
  /** what is done to it that is more than to try moves */
  protected worthKeeping = false;
  protected readonly plain: Board;
  protected readonly positions: Positions;
  protected readonly edits: Edits;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(board: Board, rules: string, tree: Tree) {
    super(tree);
    this.rules = rules;
    this.plain = board;
    this.positions = new Positions(board);
    this.edits = new Edits(tree);
  }

  /** A tree that is no record yet: a position, and the moves from there. */
  protected static begun(board: Board, rules: string, start: Place): Tree {
    const changes = start.stones
      ? changesTo(new Uint8Array(board.coords.length), stonesOf(start.stones))
      : [];
    const setUp = start.stones ? setUpProperties(board, changes, start.toPlay) : [];
    const tree = new Tree(
      { ...start, moves: [] },
      { properties: [...newRoot(board, rules), ...setUp], toPlay: start.toPlay },
    );
    for (const move of start.moves) {
      const node = tree.append(tree.current, [move])[0]!;
      Object.assign(node, madeOf(board, move, turnAt(tree.current)));
      tree.goto(node);
    }
    return tree;
  }

  /** As a file. */
  get text(): string {
    return sgfText(this.tree.root);
  }

  /** As a file that tells more of its nodes. */
  textWith(propertiesOf: (node: TreeNode) => readonly Property[]): string {
    return sgfText(this.tree.root, propertiesOf);
  }

  get root(): TreeNode {
    return this.tree.root;
  }

  /** What leads to where one is. */
  get place(): Place {
    return this.placeOf(this.current);
  }

  /** What leads to a node. */
  placeOf(node: TreeNode): Place {
    const base = this.tree.baseOf(node);
    const moves = this.tree.movesTo(node);
    if (base.setup || !base.anew) return { stones: "", toPlay: "", ...base.setup, moves };
    const stones = this.positions.at(base);
    return { stones: stones ? stonesText(stones) : "", toPlay: base.toPlay || "black", moves };
  }

  /** Whether there is something that would be lost. */
  get unsaved(): boolean {
    return this.version > 0 && this.worthKeeping && this.edits.unsaved;
  }

  saved(): void {
    this.edits.saved();
    this.touched();
  }

  get canUndo(): boolean {
    return this.version > 0 && this.edits.canUndo;
  }

  get canRedo(): boolean {
    return this.version > 0 && this.edits.canRedo;
  }

  undo(): void {
    if (this.edits.undo()) this.left();
  }

  redo(): void {
    if (this.edits.redo()) this.left();
  }

  override play(move: string): void {
    this.edits.play(move, () => madeOf(this.plain, move, this.turn));
    this.left();
  }

  /** Who makes the next move. */
  get turn(): string {
    return turnAt(this.current);
  }

  protected appendLine(node: TreeNode, moves: readonly string[], color: string): TreeNode[] {
    return this.edits.append(node, moves, (move, parent) =>
      madeOf(this.plain, move, parent === node && color ? color : turnAt(parent)),
    );
  }

  /** Makes a line part of the record that begins after a node; returns its nodes. */
  keepLine(from: TreeNode, moves: readonly string[], color: string): TreeNode[] {
    this.worthKeeping = true;
    const line = this.appendLine(from, moves, color);
    this.changed();
    return line;
  }

  /** Puts stones on the board: a node of its own, to which more of them belong. */
  protected putUp(setup: Setup): void {
    const { current } = this;
    const again = current.setup !== null && current.parent !== null && current.children.length === 0;
    const before = this.positions.at(again ? current.parent! : current);
    const from = before ?? new Uint8Array(this.plain.coords.length);
    const stones = setUpProperties(this.plain, changesTo(from, stonesOf(setup.stones)), setup.toPlay);
    const others = again
      ? current.properties.filter(([id = ""]) => !["AB", "AW", "AE", "PL"].includes(id))
      : [];
    const made: Made = { setup, properties: [...stones, ...others], toPlay: setup.toPlay, stones: "" };
    if (again) this.edits.write(current, made);
    else this.edits.play("", () => made);
    this.left();
  }

  /** Whether what stands at a node may be changed. */
  get mayWrite(): boolean {
    return true;
  }

  /** Whether a node is only tried, beside what is shared. */
  isTried(node: TreeNode): boolean {
    return this.tree.isTried(node);
  }

  get comment(): string {
    return this.version > 0 ? textOf(valuesOf(this.current, "C")[0] ?? "") : "";
  }

  setComment(text: string): void {
    this.#edit(() => this.edits.set(this.current, "C", text ? [escaped(text)] : [], true));
  }

  get marks(): readonly Drawn[] {
    return this.version > 0 ? marksOf(this.plain, this.current) : [];
  }

  mark(tool: MarkTool, point: number): void {
    const properties = withMark(this.plain, this.current, tool, point);
    this.#edit(() => this.edits.write(this.current, { properties }));
  }

  get arrows(): readonly Arrow[] {
    return this.version > 0 ? arrowsOf(this.plain, this.current) : [];
  }

  link(tool: LinkTool, link: Pick<Arrow, "from" | "to">): void {
    const properties = withLink(this.plain, this.current, tool, link);
    this.#edit(() => this.edits.write(this.current, { properties }));
  }

  /** The nodes at which the same stones lie as where one is, also turned or mirrored. */
  samePosition(falls: boolean): Found[] {
    return samePosition(this.plain, this.positions, this.tree.root, this.current, falls);
  }

  /** It was opened from a draft, and has not been saved yet. */
  markUnsaved(): void {
    this.worthKeeping = true;
    this.edits.unsave();
    this.touched();
  }

  /** What the record says of the game, by the property's name. */
  info(id: string): string {
    return this.version > 0 ? lineOf(valuesOf(this.tree.root, id)[0] ?? "") : "";
  }

  /** Writes what the record says of the game; what is "" is taken out. */
  setInfo(values: Readonly<Record<string, string>>): void {
    let { properties } = this.tree.root;
    for (const [id, text] of Object.entries(values))
      if (text !== this.info(id)) properties = withProperty(properties, id, text ? [escaped(text)] : []);
    if (properties !== this.tree.root.properties)
      this.#edit(() => this.edits.write(this.tree.root, { properties }));
  }

  get canPaste(): boolean {
    return clip !== null;
  }

  get isVariation(): boolean {
    return this.version > 0 && branchOf(this.current) !== null;
  }

  copy(): void {
    if (!this.current.parent) return;
    const before = this.positions.at(this.current.parent);
    clip = this.edits.copy(this.current, before ? stonesText(before) : "");
  }

  cut(): void {
    this.copy();
    this.remove();
  }

  paste(): void {
    const stones = this.positions.at(this.current);
    const pasted = clip;
    if (pasted) this.#change(() => this.edits.paste(this.current, pasted, stones ? stonesText(stones) : ""));
  }

  /** Takes the branch out that begins where one is. */
  remove(): void {
    this.#change(() => this.edits.remove(this.current));
  }

  promote(): void {
    this.#edit(() => this.edits.promote(this.current));
  }

  makeMain(): void {
    this.#edit(() => this.edits.makeMain(this.current));
  }

  /** Goes some moves back (below 0) or on, as far as there are some. */
  leap(by: number): void {
    let moved = false;
    for (let i = 0; i < Math.abs(by); i++) {
      if (!(by < 0 ? this.tree.back() : this.tree.forward())) break;
      moved = true;
    }
    if (moved) this.left();
  }

  /** Goes on by itself, or stops. */
  run(on: boolean): void {
    clearTimeout(this.#timer);
    this.running = on && this.canGoOn;
    if (!this.running) return;
    this.#timer = setTimeout(() => {
      this.tree.forward();
      this.arrived();
      this.run(!(settings.halts && this.comment));
    }, 1000 * settings.pace);
  }

  override pause(): void {
    super.pause();
    this.run(false);
  }

  /** Something is written: one stays where one is. */
  protected touched(): void {
    this.tree.touch();
    this.changed();
  }

  protected override changed(): void {
    if (this.version !== this.tree.version) this.positions.forget();
    super.changed();
  }

  #edit(deed: () => void): void {
    this.worthKeeping = true;
    deed();
    this.changed();
  }

  #change(deed: () => void): void {
    this.worthKeeping = true;
    deed();
    this.left();
  }
}

/** Who makes the move after a node, as far as that can be told without asking. */
function turnAt(node: TreeNode): string {
  return node.toPlay || (node.color ? otherColor(node.color) : "black");
}

/** What a move is in a record: that of a stone or a pass, or a choice that the game names. */
function madeOf(board: Board, move: string, color: string): Made {
  const point = board.names.indexOf(move);
  const stone = point >= 0 || move === "pass";
  const property: Property = stone
    ? [color === "white" ? "W" : "B", valueOf(board, point)]
    : ["OC", escaped(move)];
  return { color, properties: [property] };
}
