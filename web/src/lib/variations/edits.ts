// Edits of a tree of variations, all of which can be undone and redone: moves, branches that are cut, pasted and
// moved, and the properties of a node.
import type { Made, Property, Tree, TreeNode } from "./tree.ts";

/** One change, in both directions. */
interface Deed {
  on: () => void;
  back: () => void;
}

/** A step of the history. */
interface Step {
  deeds: Deed[];
  /** the current node before and after it */
  from: TreeNode;
  to: TreeNode;
  /** the node whose text is being typed, if that is all: further typing joins this step */
  typed: TreeNode | null;
}

/** A branch that was copied: parents before children. */
export interface Clip {
  nodes: readonly { parent: number; move: string; made: Made }[];
  /** the stones before it, in the server's format; "" if they were unknown */
  before: string;
}

/** The maximum number of steps: each cut branch stays in memory. */
const MOST = 1000;

export class Edits {
  #done: Step[] = [];
  #undone: Step[] = [];
  /** the last saved step; undefined if it is no longer in the history */
  #saved: Step | null | undefined = null;

  constructor(readonly tree: Tree) {}

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Reports whether there are unsaved changes. */
  get unsaved(): boolean {
    return this.#saved !== (this.#done.at(-1) ?? null);
  }

  saved(): void {
    this.#saved = this.#done.at(-1) ?? null;
    if (this.#saved) this.#saved.typed = null;
  }

  /** The initial state is unsaved, too. */
  unsave(): void {
    this.#saved = undefined;
  }

  /** Goes to the position after a move or a setup, which is added if it is new. */
  play(move: string, made: () => Made): TreeNode {
    const { current } = this.tree;
    const there = move ? current.children.find((c) => c.move === move) : undefined;
    if (!there) return this.#add(current, move, made());
    this.tree.goto(there);
    return there;
  }

  /** Adds a line below a node without going there; returns its nodes. */
  append(
    node: TreeNode,
    moves: readonly string[],
    made: (move: string, parent: TreeNode) => Made,
  ): TreeNode[] {
    const line: TreeNode[] = [];
    const deeds: Deed[] = [];
    for (const move of moves) {
      const parent = line.at(-1) ?? node;
      let next = parent.children.find((c) => c.move === move);
      if (!next) {
        next = this.tree.make(parent, move, made(move, parent));
        deeds.push(this.#attaching(next, parent.children.length));
        deeds.at(-1)!.on();
      }
      line.push(next);
    }
    if (deeds.length > 0) this.#keep(deeds, this.tree.current);
    return line;
  }

  /** Removes a branch. */
  remove(node: TreeNode): void {
    const { parent } = node;
    if (!parent) return;
    const { current } = this.tree;
    const deed = this.#attaching(node, parent.children.indexOf(node));
    deed.back();
    this.#keep([{ on: deed.back, back: deed.on }], current);
  }

  /** Removes an impossible move, as if it had never been made. */
  retract(node: TreeNode): void {
    const step = this.#done.at(-1);
    this.tree.drop(node);
    if (step?.to === node) this.#done.pop();
  }

  /** Copies a branch. */
  copy(node: TreeNode, before: string): Clip {
    const nodes: { parent: number; move: string; made: Made }[] = [];
    const waiting = [{ node, parent: -1 }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { setup, properties, color, toPlay, anew, refused, changes, stones, move } = next.node;
      const index = nodes.length;
      nodes.push({
        parent: next.parent,
        move,
        made: { setup, properties, color, toPlay, anew, refused, changes, stones },
      });
      for (const child of [...next.node.children].reverse()) waiting.push({ node: child, parent: index });
    }
    return { nodes, before };
  }

  /** Pastes a branch below a node, and goes to its first node. */
  paste(node: TreeNode, { nodes, before }: Clip, stones: string): void {
    const same = before !== "" && before === stones;
    const made: TreeNode[] = [];
    for (const n of nodes) {
      const parent = made[n.parent] ?? node;
      // Among other stones its changes are unknown.
      const known = same ? n.made : { ...n.made, toPlay: "", changes: null, stones: "" };
      const copy = this.tree.make(parent, n.move, known);
      if (made.length > 0) parent.children.push(copy);
      made.push(copy);
    }
    const [first] = made;
    if (!first) return;
    const { current } = this.tree;
    const deed = this.#attaching(first, node.children.length);
    deed.on();
    this.tree.goto(first);
    this.#keep([deed], current);
  }

  /** Moves the variation of a node before the one above it. */
  promote(node: TreeNode): void {
    const first = branchOf(node);
    const siblings = first?.parent?.children;
    if (first && siblings) this.#reorder([[first, siblings.indexOf(first) - 1]]);
  }

  /** Makes the variation of a node the main line. */
  makeMain(node: TreeNode): void {
    const moved: [TreeNode, number][] = [];
    for (let n: TreeNode | null = node; n?.parent; n = n.parent)
      if (n.parent.children[0] !== n) moved.push([n, 0]);
    if (moved.length > 0) this.#reorder(moved);
  }

  /** Sets properties of a node. typed: whether it is text that is being typed, which is undone as one step. */
  write(node: TreeNode, made: Made, typed = false): void {
    const last = this.#done.at(-1);
    const before = Object.fromEntries(Object.keys(made).map((key) => [key, node[key as keyof Made]])) as Made;
    const deed = {
      on: () => this.tree.write(node, before, made),
      back: () => this.tree.write(node, made, before),
    };
    deed.on();
    if (typed && last?.typed === node && this.#undone.length === 0) {
      const [first] = last.deeds;
      last.deeds = [{ on: deed.on, back: first!.back }];
    } else this.#keep([deed], this.tree.current, typed ? node : null);
  }

  /** Sets a property of a node, or removes it if there are no values. */
  set(node: TreeNode, id: string, values: readonly string[], typed = false): void {
    const properties = withProperty(node.properties, id, values);
    if (properties !== node.properties) this.write(node, { properties }, typed);
  }

  undo(): boolean {
    const step = this.#done.pop();
    if (!step) return false;
    for (const deed of [...step.deeds].reverse()) deed.back();
    this.tree.goto(step.from);
    step.typed = null;
    this.#undone.push(step);
    return true;
  }

  redo(): boolean {
    const step = this.#undone.pop();
    if (!step) return false;
    for (const deed of step.deeds) deed.on();
    this.tree.goto(step.to);
    this.#done.push(step);
    return true;
  }

  #add(parent: TreeNode, move: string, made: Made): TreeNode {
    const node = this.tree.make(parent, move, made);
    const deed = this.#attaching(node, parent.children.length);
    deed.on();
    this.tree.goto(node);
    this.#keep([deed], parent);
    return node;
  }

  #attaching(node: TreeNode, at: number): Deed {
    return { on: () => this.tree.attach(node, at), back: () => this.tree.detach(node) };
  }

  #reorder(moved: readonly [TreeNode, number][]): void {
    const deeds = moved.map(([node, to]) => {
      const from = node.parent!.children.indexOf(node);
      return { on: () => this.tree.reorder(node, to), back: () => this.tree.reorder(node, from) };
    });
    for (const deed of deeds) deed.on();
    this.#keep(deeds, this.tree.current);
  }

  #keep(deeds: Deed[], from: TreeNode, typed: TreeNode | null = null): void {
    if (this.#saved && this.#undone.includes(this.#saved)) this.#saved = undefined;
    if (this.#saved === null && this.#done.length === MOST) this.#saved = undefined;
    this.#done.push({ deeds, from, to: this.tree.current, typed });
    if (this.#done.length > MOST) this.#done.shift();
    this.#undone = [];
  }
}

/** The nearest ancestor that has a variation above it; null on the main line. */
export function branchOf(node: TreeNode): TreeNode | null {
  for (let n: TreeNode | null = node; n?.parent; n = n.parent) if (n.parent.children[0] !== n) return n;
  return null;
}

/** The values of a property; empty if it is missing. */
export const valuesOf = (node: Pick<TreeNode, "properties">, id: string): readonly string[] =>
  node.properties.find(([name]) => name === id)?.slice(1) ?? [];

/** Properties with these values for one of them, in its place, or without it if there are no values. */
export function withProperty(
  properties: readonly Property[],
  id: string,
  values: readonly string[],
): readonly Property[] {
  const at = properties.findIndex(([name]) => name === id);
  if (values.length === 0) return at < 0 ? properties : properties.filter((_, i) => i !== at);
  const property = [id, ...values];
  return at < 0 ? [...properties, property] : properties.map((p, i) => (i === at ? property : p));
}
