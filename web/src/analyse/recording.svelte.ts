// A record that the user views and edits: moves, variations, comments, marks and game information. All edits can be
// undone.
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

/** The last branch that was cut or copied, from any record. */
let clip: Clip | null = $state.raw(null);

export abstract class Recording extends Browsing {
  readonly rules: string;
  /** whether playback is on */
  running = $state(false);
  /** edits beyond trying moves */
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

  /** A tree without a record: a position, and the moves from there. */
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

  /** As a file with extra properties for its nodes. */
  textWith(propertiesOf: (node: TreeNode) => readonly Property[]): string {
    return sgfText(this.tree.root, propertiesOf);
  }

  get root(): TreeNode {
    return this.tree.root;
  }

  /** The path to the current node. */
  get place(): Place {
    return this.placeOf(this.current);
  }

  /** The path to a node. */
  placeOf(node: TreeNode): Place {
    const base = this.tree.baseOf(node);
    const moves = this.tree.movesTo(node);
    if (base.setup || !base.anew) return { stones: "", toPlay: "", ...base.setup, moves };
    const stones = this.positions.at(base);
    return { stones: stones ? stonesText(stones) : "", toPlay: base.toPlay || "black", moves };
  }

  /** Reports whether there are unsaved changes. */
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

  /** The side that makes the next move. */
  get turn(): string {
    return turnAt(this.current);
  }

  protected appendLine(node: TreeNode, moves: readonly string[], color: string): TreeNode[] {
    return this.edits.append(node, moves, (move, parent) =>
      madeOf(this.plain, move, parent === node && color ? color : turnAt(parent)),
    );
  }

  /** Adds a line to the record after a node; returns its nodes. */
  keepLine(from: TreeNode, moves: readonly string[], color: string): TreeNode[] {
    this.worthKeeping = true;
    const line = this.appendLine(from, moves, color);
    this.changed();
    return line;
  }

  /** Places stones on the board, in a setup node; further ones are added to the same node. */
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

  /** Reports whether the content of a node may be changed. */
  get mayWrite(): boolean {
    return true;
  }

  /** Reports whether a node is private, beside shared ones. */
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

  /** The nodes with the same stones as the current one, also rotated or mirrored. */
  samePosition(falls: boolean): Found[] {
    return samePosition(this.plain, this.positions, this.tree.root, this.current, falls);
  }

  /** The record comes from a draft, and is not saved yet. */
  markUnsaved(): void {
    this.worthKeeping = true;
    this.edits.unsave();
    this.touched();
  }

  /** The game information of the record, by property. */
  info(id: string): string {
    return this.version > 0 ? lineOf(valuesOf(this.tree.root, id)[0] ?? "") : "";
  }

  /** Sets the game information of the record; "" removes a property. */
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

  /** Cuts the branch at the current node. */
  remove(): void {
    this.#change(() => this.edits.remove(this.current));
  }

  promote(): void {
    this.#edit(() => this.edits.promote(this.current));
  }

  makeMain(): void {
    this.#edit(() => this.edits.makeMain(this.current));
  }

  /** Goes back (below 0) or forward, up to a number of moves. */
  leap(by: number): void {
    let moved = false;
    for (let i = 0; i < Math.abs(by); i++) {
      if (!(by < 0 ? this.tree.back() : this.tree.forward())) break;
      moved = true;
    }
    if (moved) this.left();
  }

  /** Starts or stops playback. */
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

  /** Applies an edit, and stays at the current node. */
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

/** The side that moves after a node, if that is known without asking the server. */
function turnAt(node: TreeNode): string {
  return node.toPlay || (node.color ? otherColor(node.color) : "black");
}

/** How a record writes a move: a stone or a pass, or a choice that the game names. */
function madeOf(board: Board, move: string, color: string): Made {
  const point = board.names.indexOf(move);
  const stone = point >= 0 || move === "pass";
  const property: Property = stone
    ? [color === "white" ? "W" : "B", valueOf(board, point)]
    : ["OC", escaped(move)];
  return { color, properties: [property] };
}
