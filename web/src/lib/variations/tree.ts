// The variations of an analysis: a tree whose nodes are moves or positions set
// up by hand. The page asks the server what each position is; this knows no
// rules.

/** Stones placed by hand, as the server writes them, and who moves then. */
interface Setup {
  stones: string;
  toPlay: string;
}

export interface TreeNode {
  readonly id: number;
  readonly parent: TreeNode | null;
  /** the move's name; "" for the root and for a position set up by hand */
  readonly move: string;
  readonly setup: Setup | null;
  readonly children: TreeNode[];
  /** the child that was visited last, to which "redo" goes */
  latest: TreeNode | null;
}

/** A position as a request writes it: set up, or the start of the game, and the moves from there. */
export interface Place {
  stones: string;
  toPlay: string;
  moves: string[];
}

/** A run of moves of one variation, indented by how far it is from the main line. */
export interface TreeRow {
  depth: number;
  /** number of the first node's move, or of the move before a position set up by hand */
  first: number;
  nodes: TreeNode[];
}

export class Tree {
  readonly root: TreeNode;
  #current: TreeNode;
  #nodes: TreeNode[] = [];

  constructor(start: Place) {
    this.root = this.#add(null, "", start.stones ? { stones: start.stones, toPlay: start.toPlay } : null);
    this.#current = this.root;
    for (const move of start.moves) this.play(move);
  }

  get current(): TreeNode {
    return this.#current;
  }

  find(id: number): TreeNode | null {
    return this.#nodes[id] ?? null;
  }

  /** Goes to the position after a move, which becomes a variation where it is new. */
  play(move: string): void {
    this.goto(this.#current.children.find((c) => c.move === move) ?? this.#add(this.#current, move, null));
  }

  /** Goes to a position set up by hand. */
  setUp(setup: Setup): void {
    this.goto(this.#add(this.#current, "", setup));
  }

  goto(node: TreeNode): void {
    this.#current = node;
    for (let n = node; n.parent; n = n.parent) n.parent.latest = n;
  }

  back(): boolean {
    if (!this.#current.parent) return false;
    this.#current = this.#current.parent;
    return true;
  }

  forward(): boolean {
    const next = this.#current.latest ?? this.#current.children[0];
    if (!next) return false;
    this.goto(next);
    return true;
  }

  /** Adds a line below a node without going there; returns its nodes. */
  append(node: TreeNode, moves: readonly string[]): TreeNode[] {
    const added: TreeNode[] = [];
    let at = node;
    for (const move of moves) {
      at = at.children.find((c) => c.move === move) ?? this.#add(at, move, null);
      added.push(at);
    }
    return added;
  }

  /** Takes a node without children out and goes to the one before it. */
  drop(node: TreeNode): void {
    const { parent } = node;
    if (!parent || node.children.length) return;
    parent.children.splice(parent.children.indexOf(node), 1);
    if (parent.latest === node) parent.latest = null;
    if (this.#current === node) this.#current = parent;
  }

  /** What leads to a node. */
  placeOf(node: TreeNode = this.#current): Place {
    const moves: string[] = [];
    let at: TreeNode | null = node;
    for (; at && !at.setup; at = at.parent) if (at.move) moves.push(at.move);
    return { stones: at?.setup?.stones ?? "", toPlay: at?.setup?.toPlay ?? "", moves: moves.reverse() };
  }

  /** Number of moves that lead to a node. */
  plyOf(node: TreeNode = this.#current): number {
    let ply = 0;
    for (let n: TreeNode | null = node; n; n = n.parent) if (n.move) ply++;
    return ply;
  }

  /** All variations as rows: the main line is cut where others leave it, and goes on below them. */
  rows(): TreeRow[] {
    const rows: TreeRow[] = [];
    const waiting: { node: TreeNode; depth: number }[] = [];
    const later = (nodes: readonly TreeNode[], depth: number) => {
      for (const node of [...nodes].reverse()) waiting.push({ node, depth });
    };
    later(this.root.children.slice(1), 1);
    later(this.root.children.slice(0, 1), 0);
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      let { node } = next;
      const nodes = [node];
      while (node.children.length === 1) {
        node = node.children[0]!;
        nodes.push(node);
      }
      rows.push({ depth: next.depth, first: this.plyOf(nodes[0]!), nodes });
      later(node.children.slice(0, 1), next.depth);
      later(node.children.slice(1), next.depth + 1);
    }
    return rows;
  }

  #add(parent: TreeNode | null, move: string, setup: Setup | null): TreeNode {
    const node: TreeNode = { id: this.#nodes.length, parent, move, setup, children: [], latest: null };
    this.#nodes.push(node);
    parent?.children.push(node);
    return node;
  }
}
