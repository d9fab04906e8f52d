// Variations: a tree whose nodes are moves or positions set up by hand. The page asks the server about each position,
// or gets it with the record; this knows no rules.

/** Stones placed by hand, in the server's format, and the side to move. */
export interface Setup {
  stones: string;
  toPlay: string;
}

/** A property of a record: its name, then its values, escaped as in the record. */
export type Property = readonly string[];

/** A point and its new content: 0 empty, 1 black, 2 white. */
export type Change = readonly [point: number, stone: number];

export interface TreeNode {
  readonly id: number;
  readonly parent: TreeNode | null;
  /** the move's name; "" for the root and for a position set up by hand */
  readonly move: string;
  /** number of moves from the root */
  readonly ply: number;
  /** number of nodes before it */
  readonly depth: number;
  readonly children: TreeNode[];
  /** all stones of a position set up by hand in the page */
  setup: Setup | null;
  /** the last visited child, to which "redo" goes */
  latest: TreeNode | null;
  /** as in a record */
  properties: readonly Property[];
  /** the side that makes the move, "" if unknown */
  color: string;
  /** the side to move after it, "" if the game is over or it is unknown */
  toPlay: string;
  /** the record sets up a new position here: its stones do not follow from moves */
  anew: boolean;
  /** why the rules forbid a record's move, "" if they do not */
  refused: string;
  /** the changes on the board, null if unknown */
  changes: readonly Change[] | null;
  /** all stones, from the server; "" if it has not been asked */
  stones: string;
}

/** The known data of a new node, besides its move. */
export type Made = Partial<
  Pick<TreeNode, "setup" | "properties" | "color" | "toPlay" | "anew" | "refused" | "changes" | "stones">
>;

/** A position as in a request: set up, or the start of the game, and the moves from there. */
export interface Place {
  stones: string;
  toPlay: string;
  moves: string[];
}

/** Shared by all trees: no two have the same version. */
let versions = 0;

export class Tree {
  readonly root: TreeNode;
  /** a new number after every change of the tree */
  version = ++versions;
  /** a new number after every change of the tree's shape */
  shape = this.version;
  #current: TreeNode;
  #ids = 0;

  /** made: the known data of the root */
  constructor(start: Place, made: Made = {}) {
    const setup = start.stones ? { stones: start.stones, toPlay: start.toPlay } : null;
    this.root = this.make(null, "", { setup, ...made });
    this.#current = this.root;
    for (const move of start.moves) this.play(move);
  }

  get current(): TreeNode {
    return this.#current;
  }

  /** Goes to the position after a move, which becomes a variation if it is new. */
  play(move: string): void {
    this.#on(this.#current.children.find((c) => c.move === move) ?? this.#add(this.#current, move, {}));
  }

  /** Goes to a position set up by hand. */
  setUp(setup: Setup): void {
    this.#on(this.#add(this.#current, "", { setup }));
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
    this.#on(next);
    return true;
  }

  /** Adds a line below a node without going there; returns its nodes. */
  append(node: TreeNode, moves: readonly string[]): TreeNode[] {
    const added: TreeNode[] = [];
    let at = node;
    for (const move of moves) {
      at = at.children.find((c) => c.move === move) ?? this.#add(at, move, {});
      added.push(at);
    }
    return added;
  }

  /** Removes a node without children and goes to its parent. */
  drop(node: TreeNode): void {
    if (node.parent && !node.children.length) this.detach(node);
  }

  /** A node that is not yet among its parent's children. */
  make(parent: TreeNode | null, move: string, made: Made): TreeNode {
    return {
      id: this.#ids++,
      parent,
      move,
      ply: (parent?.ply ?? 0) + (move ? 1 : 0),
      depth: parent ? parent.depth + 1 : 0,
      children: [],
      latest: null,
      setup: null,
      properties: [],
      color: "",
      toPlay: "",
      anew: false,
      refused: "",
      changes: null,
      stones: "",
      ...made,
    };
  }

  /** Inserts a node, with its subtree, into its parent's children. */
  attach(node: TreeNode, at: number): void {
    node.parent?.children.splice(at, 0, node);
    this.#reshape();
  }

  /** Removes a node, with its subtree; the current node becomes its parent if necessary. */
  detach(node: TreeNode): void {
    const { parent } = node;
    if (!parent) return;
    const at = parent.children.indexOf(node);
    if (at < 0) return;
    parent.children.splice(at, 1);
    if (parent.latest === node) parent.latest = null;
    for (let n: TreeNode | null = this.#current; n; n = n.parent) if (n === node) this.#current = parent;
    this.#reshape();
  }

  /** Moves a node to another place among its parent's children. */
  reorder(node: TreeNode, to: number): void {
    const siblings = node.parent?.children ?? [];
    const at = siblings.indexOf(node);
    if (at < 0) return;
    siblings.splice(at, 1);
    siblings.splice(to, 0, node);
    this.#reshape();
  }

  /** Applies the difference between the properties from, its current ones, and to. */
  write(node: TreeNode, _from: Made, to: Made): void {
    Object.assign(node, to);
    this.touch();
  }

  /** Reports whether a node is private, and no part of what is shared. */
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- nothing is shared here
  isTried(_node: TreeNode): boolean {
    return false;
  }

  /** The properties of a node have changed. */
  touch(): void {
    this.version = ++versions;
  }

  /** The node that a position's moves start from: a setup node, else the root. */
  baseOf(node: TreeNode = this.#current): TreeNode {
    let at = node;
    while (at.parent && !at.setup && !at.anew) at = at.parent;
    return at;
  }

  /** The moves from its base to a node. */
  movesTo(node: TreeNode = this.#current): string[] {
    const base = this.baseOf(node);
    const moves: string[] = [];
    for (let n = node; n !== base && n.parent; n = n.parent) if (n.move) moves.push(n.move);
    return moves.reverse();
  }

  /** The path to a node, if the record sets up no stones. */
  placeOf(node: TreeNode = this.#current): Place {
    const { setup } = this.baseOf(node);
    return { stones: setup?.stones ?? "", toPlay: setup?.toPlay ?? "", moves: this.movesTo(node) };
  }

  /** Adds a child of the current node: those above it lead there already. */
  #on(next: TreeNode): void {
    this.#current.latest = next;
    this.#current = next;
  }

  #reshape(): void {
    this.touch();
    this.shape = this.version;
  }

  #add(parent: TreeNode, move: string, made: Made): TreeNode {
    const node = this.make(parent, move, made);
    this.attach(node, parent.children.length);
    return node;
  }
}
