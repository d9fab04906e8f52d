// A chapter's tree, which several people change at once. What is done here is shown at
// once and told to the server, which puts what all of them do into one order. What
// the server has not answered yet is taken back before anything of that order is done,
// and done again after it: so all trees become equal. What it refuses is taken back for good.
// Beside the nodes that are shared there are some that were only tried here.
import { known } from "../../lib/record/read.ts";
import { Tree, type Made, type Property, type TreeNode } from "../../lib/variations/tree.ts";
import { withProperty } from "../../lib/variations/edits.ts";
import type { StudyDone, StudyGrowth, StudyOp, StudyRequest, StudyTree } from "../../wire.ts";

/** Something that is done to the tree; places are among the children that are shared. */
type Deed =
  | { type: "add"; parent: TreeNode; at: number; nodes: readonly TreeNode[]; under: readonly number[] }
  | { type: "write"; node: TreeNode; properties: readonly Property[]; made: Made }
  | { type: "remove"; node: TreeNode }
  | { type: "restore"; node: TreeNode; at: number }
  | { type: "order"; node: TreeNode; at: number };

/** A deed that the server has not put into its order yet. */
interface Waiting {
  id: string;
  deed: Deed;
  sent: boolean;
  /** that its op will have; 0 where the server has not said it */
  version: number;
  back: () => void;
}

/** Properties that say which stones lie on the board and who moves then. */
const setsUp = ["AB", "AW", "AE", "PL"];

const nothing = () => {};

export class SharedTree extends Tree {
  readonly chapter: number;
  /** whether what is done is told to the others; else it is only tried here */
  sharing = false;
  /** the version of the study up to which all has been done */
  seen = 0;
  /** called when there is something to be sent */
  told: () => void = nothing;
  /** all nodes that the server knows, or knew, by their ids */
  readonly #nodes = new Map<number, TreeNode>();
  readonly #ids = new Map<TreeNode, number>();
  /** the nodes that are shared and there; what else is there was only tried */
  readonly #shared = new Set<TreeNode>();
  /** nodes that turned out to be others: somebody else made the same move before */
  readonly #became = new Map<TreeNode, TreeNode>();
  readonly #newId: () => string;
  #waiting: Waiting[] = [];

  constructor(tree: StudyTree, newId: () => string) {
    super({ stones: "", toPlay: "", moves: [] });
    this.chapter = tree.chapter;
    this.#newId = newId;
    this.reload(tree);
  }

  /** The number of a node by which others know it; 0 where they do not know it yet. */
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

  /** Whether there is something that the server has not answered. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Whether what is done last is text that is being written: more of it may come at once. */
  get isTyping(): boolean {
    const last = this.#waiting.at(-1);
    return last?.deed.type === "write" && !last.sent && last.deed.properties.every(([id]) => id === "C");
  }

  /** What can be told to the server now: of a node that has no number yet it waits. */
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

  /** What comes first and is about a node without a number is about one that there will never be. */
  #dropLost(): void {
    for (let [first] = this.#waiting; first && !this.#requestOf(first); [first] = this.#waiting)
      this.#rebase(() => this.#waiting.shift());
  }

  /** The connection was lost: what was not answered is sent again. */
  resend(): void {
    for (const waiting of this.#waiting) waiting.sent = false;
  }

  /** The next changes of the study have come. */
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

  /** The server has taken what was done. */
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

  /** The server has not taken what was done: it is taken back, with what stands on it. */
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

  /** The chapter as the server has it now, whatever was known of it. */
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

  /** Makes a branch that was only tried a part of what is shared. */
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
    // What comes last comes last of all, also of what others do meanwhile.
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
    // Text that is being typed is one deed until it is sent.
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

  /** Takes back what waits, does what comes before it, and does again what still waits. */
  #rebase(deed: () => void): void {
    const here = this.current;
    for (const waiting of [...this.#waiting].reverse()) waiting.back();
    deed();
    // A move that somebody else has made too stays, although it was undone here.
    const isOthers = ({ deed }: Waiting) => deed.type === "remove" && this.#became.has(deed.node);
    this.#waiting = this.#waiting.filter((waiting) => {
      if (isOthers(waiting)) return false;
      waiting.back = this.#apply(waiting.deed);
      return true;
    });
    if (this.current !== here || !this.#isThere(here)) this.goto(here);
  }

  /** Does something as it can be done now; returns what takes it back. */
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

  /** Does what the server has put into its order. */
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

  /** A node that was added by somebody; by oneself, where what is known of it stays. */
  #grow(
    { id, parent: under, move = "", color = "", properties }: StudyGrowth,
    at: number,
    own: boolean,
  ): void {
    const parent = this.nodeOf(under);
    if (!parent || this.nodeOf(id)) return;
    // What somebody has tried alone becomes what is shared where it is the same.
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

  /** The server has given a node a number: that of another one where the same move was there. */
  #name(node: TreeNode, id: number): void {
    // It stands there under another number already: what undid that was not done.
    if (this.#shared.has(node)) return;
    const there = this.#nodes.get(id);
    if (there && there !== node) this.#becomes(node, there);
    else if (id) this.#number(node, id);
  }

  #number(node: TreeNode, id: number): void {
    // What was made, undone and made again before the server answered is another node for it.
    this.#nodes.delete(this.#ids.get(node) ?? 0);
    this.#nodes.set(id, node);
    this.#ids.set(node, id);
  }

  /** What a node is now, which may have become another one. */
  #now(node: TreeNode): TreeNode {
    let now = node;
    while (!this.#shared.has(now) && this.#became.has(now)) now = this.#became.get(now)!;
    return now;
  }

  /** A node is another one from now on, and what was tried after it was tried after that. */
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

  /** Whether a node is in the tree. */
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

  /** Out of its parent's children; who is there stays there. */
  #takeOut(node: TreeNode): () => void {
    const { parent } = node;
    const at = parent?.children.indexOf(node) ?? -1;
    if (at >= 0) parent?.children.splice(at, 1);
    return () => {
      if (parent) setParent(node, parent);
      if (at >= 0) parent?.children.splice(at, 0, node);
    };
  }

  /** Of its children a node keeps those that were only tried: the server says which others there are. */
  #keepTried(node: TreeNode): void {
    const tried = node.children.filter((c) => !this.#ids.has(c));
    node.children.splice(0, Infinity, ...tried);
  }

  /** How many of the first children are shared. */
  #count(parent: TreeNode, first: number): number {
    return parent.children.slice(0, Math.max(0, first)).filter((c) => this.#shared.has(c)).length;
  }

  /** Where among all children that place is among those that are shared; what was tried comes behind them. */
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

/** A place as it is sent, where one below 0 is the last. */
const placeOf = (at: number): number => (Number.isFinite(at) ? at : -1);

function setParent(node: TreeNode, parent: TreeNode): void {
  Object.assign(node, { parent });
}

/** A node and all below it, parents first. */
function branch(node: TreeNode): TreeNode[] {
  const all = [node];
  for (const next of all) all.push(...next.children);
  return all;
}

/** Nodes as they are sent. */
const grown = ({ nodes, under }: Extract<Deed, { type: "add" }>): StudyRequest["nodes"] & object =>
  nodes.map(({ properties }, i) => ({ parent: under[i]!, properties: properties.map((p) => [...p]) }));

/** Whether two deeds write the same properties. */
function isSame(a: Extract<Deed, { type: "write" }>, b: Extract<Deed, { type: "write" }>): boolean {
  const names = (deed: typeof a) => deed.properties.map(([id]) => id).join();
  return names(a) === names(b);
}

/** The properties that become others, with their new values: none for those that go. */
function differences(from: readonly Property[], to: readonly Property[]): Property[] {
  const named = (all: readonly Property[], id: string) => all.find(([name]) => name === id);
  const ids = new Set([...from, ...to].map(([id = ""]) => id));
  return [...ids]
    .filter((id) => JSON.stringify(named(from, id)) !== JSON.stringify(named(to, id)))
    .map((id) => named(to, id) ?? [id]);
}

/** What properties say of the position that begins at a node. */
function setUpOf(properties: readonly Property[], usual: string): Made {
  const anew = properties.some(([id = ""]) => setsUp.includes(id));
  const [, turn = ""] = properties.find(([id]) => id === "PL") ?? [];
  const side = turn.trim().toLowerCase().startsWith("w") ? "white" : "black";
  return { anew, toPlay: turn ? side : usual };
}
