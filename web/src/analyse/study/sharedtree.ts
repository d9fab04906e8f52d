// A chapter's tree, which several people edit at the same time. Local edits are shown immediately and sent to the
// server, which puts everyone's edits into one order. Before an op of that order is applied, edits that the server
// has not answered are undone, and redone after it: so all trees become equal. A refused edit is undone for good. The
// tree may also hold private nodes, which were only tried here.
import { known } from "../../lib/record/read.ts";
import { Tree, type Made, type Property, type TreeNode } from "../../lib/variations/tree.ts";
import { withProperty } from "../../lib/variations/edits.ts";
import type { StudyDone, StudyGrowth, StudyOp, StudyRequest, StudyTree } from "../../wire.ts";

/** An edit of the tree; places are among the shared children. */
type Deed =
  | { type: "add"; parent: TreeNode; at: number; nodes: readonly TreeNode[]; under: readonly number[] }
  | { type: "write"; node: TreeNode; properties: readonly Property[]; made: Made }
  | { type: "remove"; node: TreeNode }
  | { type: "restore"; node: TreeNode; at: number }
  | { type: "order"; node: TreeNode; at: number };

/** An edit that the server has not put into its order yet. */
interface Waiting {
  id: string;
  deed: Deed;
  sent: boolean;
  /** the version of its op; 0 before the server has sent it */
  version: number;
  back: () => void;
}

/** Properties that set up stones and the side to move. */
const setsUp = ["AB", "AW", "AE", "PL"];

const nothing = () => {};

export class SharedTree extends Tree {
  readonly chapter: number;
  /** whether edits are sent to others; else they are private */
  sharing = false;
  /** the version of the study that is applied */
  seen = 0;
  /** called when there is something to send */
  told: () => void = nothing;
  /** all nodes that the server knows, or knew, by their ids */
  readonly #nodes = new Map<number, TreeNode>();
  readonly #ids = new Map<TreeNode, number>();
  /** the shared nodes that exist; other nodes are private */
  readonly #shared = new Set<TreeNode>();
  /** nodes that were merged: another user had made the same move before */
  readonly #became = new Map<TreeNode, TreeNode>();
  readonly #newId: () => string;
  #waiting: Waiting[] = [];

  constructor(tree: StudyTree, newId: () => string) {
    super({ stones: "", toPlay: "", moves: [] });
    this.chapter = tree.chapter;
    this.#newId = newId;
    this.reload(tree);
  }

  /** The id of a node for others; 0 if they do not know it yet. */
  idOf(node: TreeNode): number {
    return this.#shared.has(node) ? (this.#ids.get(node) ?? 0) : 0;
  }

  nodeOf(id: number): TreeNode | null {
    const node = this.#nodes.get(id);
    return node && this.#shared.has(node) ? node : null;
  }

  override isTried(node: TreeNode): boolean {
    return !this.#shared.has(node);
  }

  /** Reports whether the server has still to answer something. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Reports whether the last edit is text that the user is still typing. */
  get isTyping(): boolean {
    const last = this.#waiting.at(-1);
    return last?.deed.type === "write" && !last.sent && last.deed.properties.every(([id]) => id === "C");
  }

  /** What can be sent to the server now: edits of a node without an id wait. */
  outgoing(): StudyRequest[] {
    this.#dropLost();
    const requests: StudyRequest[] = [];
    for (const waiting of this.#waiting) {
      if (waiting.sent) continue;
      const request = this.#requestOf(waiting);
      if (!request) break;
      waiting.sent = true;
      requests.push(request);
    }
    return requests;
  }

  /** The first edits that name a node without an id name one that will never exist. */
  #dropLost(): void {
    for (let [first] = this.#waiting; first && !this.#requestOf(first); [first] = this.#waiting)
      this.#rebase(() => this.#waiting.shift());
  }

  /** The connection was lost: unanswered edits are sent again. */
  resend(): void {
    for (const waiting of this.#waiting) waiting.sent = false;
  }

  /** The next ops of the study have arrived. */
  receive(ops: readonly StudyOp[]): void {
    const next = ops.filter((op) => op.version > this.seen);
    if (next.length === 0) return;
    const here = next.filter((op) => op.chapter === this.chapter);
    const all = () => {
      for (const op of here) {
        const own = this.#waiting.find((w) => w.version === op.version);
        this.#waiting = this.#waiting.filter((w) => w !== own);
        this.#confirm(op, own !== undefined);
      }
      this.seen = next.at(-1)!.version;
    };
    if (here.length > 0) this.#rebase(all);
    else all();
  }

  /** The server has accepted an edit. */
  done({ id, version, nodes = [] }: StudyDone): void {
    const waiting = this.#waiting.find((w) => w.id === id);
    if (!waiting) return;
    this.#rebase(() => {
      const { deed } = waiting;
      if (deed.type === "add") deed.nodes.forEach((node, i) => this.#name(node, nodes[i] ?? 0));
      waiting.version = version;
      if (version <= this.seen) this.#waiting = this.#waiting.filter((w) => w !== waiting);
    });
  }

  /** The server has refused an edit: it is undone, with everything that depends on it. */
  refused(id: string): boolean {
    const refused = this.#waiting.find((w) => w.id === id);
    if (!refused) return false;
    this.#rebase(() => {
      const lost = new Set<TreeNode>();
      this.#waiting = this.#waiting.filter((w) => {
        const stands = w.deed.type === "add" ? w.deed.parent : w.deed.node;
        if (w !== refused && !lost.has(stands)) return true;
        if (w.deed.type === "add") for (const node of w.deed.nodes) lost.add(node);
        return false;
      });
    });
    return true;
  }

  /** Replaces the chapter by the server's state. */
  reload({ version, record, ids }: StudyTree): void {
    this.#rebase(() => {
      const before = new Map(this.#nodes);
      this.#shared.clear();
      const made: TreeNode[] = [];
      record?.nodes.forEach((said, i) => {
        const parent = made[said.parent];
        const id = ids[i] ?? 0;
        const node = parent ? (before.get(id) ?? this.make(parent, said.move ?? "", {})) : this.root;
        Object.assign(node, { setup: null, stones: "", ...known(said) });
        this.#keepTried(node);
        this.#number(node, id);
        if (parent) this.#put(node, parent, Infinity);
        else this.#shared.add(node);
        made.push(node);
      });
      this.seen = version;
    });
  }

  /** Shares a private branch. */
  share(node: TreeNode): void {
    let first = node;
    while (first.parent && !this.#shared.has(first.parent)) first = first.parent;
    const { parent } = first;
    if (!parent || this.#shared.has(first) || !this.sharing) return;
    this.#takeOut(first);
    this.attach(first, parent.children.length);
  }

  override goto(node: TreeNode): void {
    let there = this.#now(node);
    while (there.parent && !this.#isThere(there)) there = this.#now(there.parent);
    super.goto(there);
  }

  override attach(node: TreeNode, at: number): void {
    const parent = node.parent && this.#now(node.parent);
    if (!parent || !this.#isThere(parent) || parent.children.includes(node)) return;
    setParent(node, parent);
    // The last place stays the last one, also after concurrent edits.
    const place = at < parent.children.length ? this.#count(parent, at) : Infinity;
    if (!this.sharing || !this.#shared.has(parent)) super.attach(node, at);
    else if (this.#ids.has(node)) this.#do({ type: "restore", node, at: place });
    else {
      const nodes = branch(node);
      const index = new Map(nodes.map((n, i) => [n, i]));
      const under = nodes.map((n, i) => (i === 0 ? -1 : index.get(n.parent!)!));
      this.#do({ type: "add", parent, at: place, nodes, under });
    }
  }

  override detach(node: TreeNode): void {
    if (!this.#shared.has(node)) super.detach(node);
    else if (this.sharing) this.#do({ type: "remove", node });
  }

  override reorder(node: TreeNode, to: number): void {
    if (!node.parent) return;
    const others = node.parent.children.filter((c) => c !== node).slice(0, to);
    if (!this.#shared.has(node)) super.reorder(node, to);
    else if (this.sharing)
      this.#do({ type: "order", node, at: others.filter((c) => this.#shared.has(c)).length });
  }

  override write(node: TreeNode, from: Made, to: Made): void {
    if (!this.#shared.has(node)) super.write(node, from, to);
    else if (this.sharing) {
      const { properties = [], ...made } = to;
      this.#write(node, differences(from.properties ?? [], properties), made);
    }
  }

  #write(node: TreeNode, properties: readonly Property[], made: Made): void {
    const last = this.#waiting.at(-1);
    const deed: Deed = { type: "write", node, properties, made };
    // Typed text is one edit until it is sent.
    if (last?.deed.type === "write" && last.deed.node === node && !last.sent && isSame(last.deed, deed)) {
      last.deed = deed;
      this.#apply(deed);
      this.told();
    } else this.#do(deed);
  }

  #do(deed: Deed): void {
    const back = this.#apply(deed);
    this.#waiting.push({ id: this.#newId(), deed, sent: false, version: 0, back });
    this.told();
  }

  /** Undoes waiting edits, applies what comes before them, and redoes the edits that still wait. */
  #rebase(deed: () => void): void {
    const here = this.current;
    for (const waiting of [...this.#waiting].reverse()) waiting.back();
    deed();
    // A move that another user has made too stays, although it was undone here.
    const isOthers = ({ deed }: Waiting) => deed.type === "remove" && this.#became.has(deed.node);
    this.#waiting = this.#waiting.filter((waiting) => {
      if (isOthers(waiting)) return false;
      waiting.back = this.#apply(waiting.deed);
      return true;
    });
    if (this.current !== here || !this.#isThere(here)) this.goto(here);
  }

  /** Applies an edit as far as possible now; returns its inverse. */
  #apply(deed: Deed): () => void {
    if (deed.type === "add") return this.#add(deed);
    const node = this.#now(deed.node);
    if (deed.type === "restore") return this.#revive(node, deed.at);
    if (!this.#shared.has(node)) return nothing;
    if (deed.type === "write") return this.#set(node, deed.properties, deed.made);
    if (deed.type === "remove") return this.#remove(node);
    return this.#order(node, deed.at);
  }

  #add({ parent, at, nodes, under }: Extract<Deed, { type: "add" }>): () => void {
    const back: (() => void)[] = [];
    nodes.forEach((node, i) => {
      const to = this.#now(nodes[under[i]!] ?? parent);
      if (!this.#shared.has(to) || this.#shared.has(this.#now(node))) return;
      const twin = node.move && to.children.find((c) => c.move === node.move && this.#shared.has(c));
      if (twin) {
        back.push(this.#becomes(node, twin));
      } else back.push(this.#put(node, to, i === 0 ? at : Infinity));
    });
    return () => back.reverse().forEach((undo) => undo());
  }

  #remove(node: TreeNode): () => void {
    const parent = node.parent!;
    const at = this.#count(parent, parent.children.indexOf(node));
    const gone = branch(node).filter((n) => this.#shared.has(n));
    super.detach(node);
    for (const n of gone) this.#shared.delete(n);
    return () => {
      for (const n of gone) this.#shared.add(n);
      super.attach(node, this.#place(parent, at));
    };
  }

  #revive(node: TreeNode, at: number): () => void {
    const parent = node.parent && this.#now(node.parent);
    if (!parent || !this.#shared.has(parent) || this.#shared.has(node)) return nothing;
    const back = this.#put(node, parent, at);
    const alive = branch(node).filter((n) => this.#ids.has(n));
    for (const n of alive) this.#shared.add(n);
    return () => {
      for (const n of alive) this.#shared.delete(n);
      back();
    };
  }

  #order(node: TreeNode, at: number): () => void {
    const siblings = node.parent!.children;
    const from = siblings.indexOf(node);
    siblings.splice(from, 1);
    const to = this.#place(node.parent!, at);
    siblings.splice(from, 0, node);
    super.reorder(node, to);
    return () => super.reorder(node, from);
  }

  #set(node: TreeNode, properties: readonly Property[], made: Made): () => void {
    const { color, setup, toPlay, anew, changes, stones } = node;
    const before = { properties: node.properties, color, setup, toPlay, anew, changes, stones };
    for (const [id = "", ...values] of properties)
      node.properties = withProperty(node.properties, id, values);
    const placed = properties.some(([id = ""]) => setsUp.includes(id));
    if (placed) {
      Object.assign(node, setUpOf(node.properties, node.toPlay), { setup: null, stones: "", changes: null });
      for (const n of branch(node).slice(1)) Object.assign(n, { stones: "", changes: null });
    }
    Object.assign(node, made);
    this.touch();
    return () => {
      Object.assign(node, before);
      this.touch();
    };
  }

  /** Applies an op of the server's order. */
  #confirm(op: StudyOp, own: boolean): void {
    if (op.kind === "add") {
      op.nodes?.forEach((growth, i) => this.#grow(growth, i === 0 ? (op.at ?? 0) : Infinity, own));
      return;
    }
    const node = this.nodeOf(op.node ?? 0);
    if (!node) return;
    if (op.kind === "write") this.#set(node, op.properties ?? [], {});
    else if (op.kind === "remove") this.#remove(node);
    else if (op.kind === "order") this.#order(node, op.at ?? 0);
  }

  /** Adds a node of another user, or of this one, whose data here stay. */
  #grow(
    { id, parent: under, move = "", color = "", properties }: StudyGrowth,
    at: number,
    own: boolean,
  ): void {
    const parent = this.nodeOf(under);
    if (!parent || this.nodeOf(id)) return;
    // A private node becomes shared if it is the same.
    const tried = move ? parent.children.find((c) => c.move === move && this.isTried(c)) : undefined;
    const there = this.#nodes.get(id);
    const node = there ?? tried ?? this.make(parent, move, {});
    if (tried && tried !== node) this.#becomes(tried, node);
    const isKnown = own && there !== undefined;
    if (isKnown) node.properties = properties;
    else Object.assign(node, { color, setup: null, stones: "", changes: null, refused: "", properties });
    if (!isKnown) Object.assign(node, setUpOf(properties, tried?.toPlay ?? (move ? "" : parent.toPlay)));
    this.#keepTried(node);
    this.#number(node, id);
    this.#put(node, parent, at);
  }

  /** The server has given a node an id, maybe that of an existing node with the same move. */
  #name(node: TreeNode, id: number): void {
    // It exists under another id already: the edit that undid that was not applied.
    if (this.#shared.has(node)) return;
    const there = this.#nodes.get(id);
    if (there && there !== node) this.#becomes(node, there);
    else if (id) this.#number(node, id);
  }

  #number(node: TreeNode, id: number): void {
    // After add, undo and redo before an answer, it is another node for the server.
    this.#nodes.delete(this.#ids.get(node) ?? 0);
    this.#nodes.set(id, node);
    this.#ids.set(node, id);
  }

  /** The current identity of a node, which may have been merged. */
  #now(node: TreeNode): TreeNode {
    let now = node;
    while (!this.#shared.has(now) && this.#became.has(now)) now = this.#became.get(now)!;
    return now;
  }

  /** Merges a node into another one, with its private children. */
  #becomes(node: TreeNode, other: TreeNode): () => void {
    const back = this.#takeOut(node);
    const before = { node: [...node.children], other: [...other.children], became: this.#became.get(other) };
    this.#became.set(node, other);
    this.#became.delete(other);
    for (const child of node.children.splice(0)) {
      setParent(child, other);
      if (!this.#shared.has(child)) other.children.push(child);
    }
    return () => {
      this.#became.delete(node);
      if (before.became) this.#became.set(other, before.became);
      for (const child of before.node) setParent(child, node);
      node.children.splice(0, Infinity, ...before.node);
      other.children.splice(0, Infinity, ...before.other);
      back();
    };
  }

  /** Reports whether a node is in the tree. */
  #isThere(node: TreeNode): boolean {
    let n = node;
    for (; n.parent && !this.#shared.has(n); n = n.parent) if (!n.parent.children.includes(n)) return false;
    return this.#shared.has(n);
  }

  #put(node: TreeNode, parent: TreeNode, at: number): () => void {
    const back = this.#takeOut(node);
    setParent(node, parent);
    this.#shared.add(node);
    super.attach(node, this.#place(parent, at));
    return () => {
      super.detach(node);
      this.#shared.delete(node);
      back();
    };
  }

  /** Removes it from its parent's children; a user at the node stays there. */
  #takeOut(node: TreeNode): () => void {
    const { parent } = node;
    const at = parent?.children.indexOf(node) ?? -1;
    if (at >= 0) parent?.children.splice(at, 1);
    return () => {
      if (parent) setParent(node, parent);
      if (at >= 0) parent?.children.splice(at, 0, node);
    };
  }

  /** A node keeps its private children: the server sends the others. */
  #keepTried(node: TreeNode): void {
    const tried = node.children.filter((c) => !this.#ids.has(c));
    node.children.splice(0, Infinity, ...tried);
  }

  /** The number of shared children, which come first. */
  #count(parent: TreeNode, first: number): number {
    return parent.children.slice(0, Math.max(0, first)).filter((c) => this.#shared.has(c)).length;
  }

  /** The index among all children of a place among the shared ones; private ones follow them. */
  #place({ children }: TreeNode, at: number): number {
    const shared = children.filter((c) => this.#shared.has(c));
    const next = shared[at];
    if (next) return children.indexOf(next);
    const last = shared.at(-1);
    return last ? children.indexOf(last) + 1 : 0;
  }

  #requestOf({ id, deed }: Waiting): StudyRequest | null {
    const { chapter } = this;
    if (deed.type === "add") {
      const parent = this.#ids.get(this.#now(deed.parent));
      return parent ? { type: "add", id, chapter, parent, at: placeOf(deed.at), nodes: grown(deed) } : null;
    }
    const node = this.#ids.get(this.#now(deed.node));
    if (!node) return null;
    if (deed.type === "write")
      return { type: "write", id, chapter, node, properties: deed.properties.map((p) => [...p]) };
    if (deed.type === "order") return { type: "order", id, chapter, node, at: placeOf(deed.at) };
    return { type: deed.type, id, chapter, node };
  }
}

/** A place as sent; below 0 means last. */
const placeOf = (at: number): number => (Number.isFinite(at) ? at : -1);

function setParent(node: TreeNode, parent: TreeNode): void {
  Object.assign(node, { parent });
}

/** A node and all its descendants, parents first. */
function branch(node: TreeNode): TreeNode[] {
  const all = [node];
  for (const next of all) all.push(...next.children);
  return all;
}

/** Nodes in the format of the wire. */
const grown = ({ nodes, under }: Extract<Deed, { type: "add" }>): StudyRequest["nodes"] & object =>
  nodes.map(({ properties }, i) => ({ parent: under[i]!, properties: properties.map((p) => [...p]) }));

/** Reports whether two edits write the same properties. */
function isSame(a: Extract<Deed, { type: "write" }>, b: Extract<Deed, { type: "write" }>): boolean {
  const names = (deed: typeof a) => deed.properties.map(([id]) => id).join();
  return names(a) === names(b);
}

/** The changed properties with their new values, undefined for removed ones. */
function differences(from: readonly Property[], to: readonly Property[]): Property[] {
  const named = (all: readonly Property[], id: string) => all.find(([name]) => name === id);
  const ids = new Set([...from, ...to].map(([id = ""]) => id));
  return [...ids]
    .filter((id) => JSON.stringify(named(from, id)) !== JSON.stringify(named(to, id)))
    .map((id) => named(to, id) ?? [id]);
}

/** The setup properties of the position that begins at a node. */
function setUpOf(properties: readonly Property[], usual: string): Made {
  const anew = properties.some(([id = ""]) => setsUp.includes(id));
  const [, turn = ""] = properties.find(([id]) => id === "PL") ?? [];
  const side = turn.trim().toLowerCase().startsWith("w") ? "white" : "black";
  return { anew, toPlay: turn ? side : usual };
}
