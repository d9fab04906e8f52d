// Variations: a tree whose nodes are moves or positions set up by hand. The page
// asks the server what each position is, or was told with the record; this knows no
// rules.

/** Stones placed by hand, as the server writes them, and who moves then. */
export interface Setup {
  stones: string;
  toPlay: string;
}

/** A property of a record: its name, then its values as the record has them, escaped. */
export type Property = readonly string[];

/** A point, and what is there then: 0 nothing, 1 black, 2 white. */
export type Change = readonly [point: number, stone: number];

export interface TreeNode {
  readonly id: number;
  readonly parent: TreeNode | null;
  /** the move's name; "" for the root and for a position set up by hand */
  readonly move: string;
  /** number of moves up to here */
  readonly ply: number;
  /** number of nodes before it */
  readonly depth: number;
  readonly children: TreeNode[];
  /** stones placed by hand in the page, all that there are */
  setup: Setup | null;
  /** the child that was visited last, to which "redo" goes */
  latest: TreeNode | null;
  /** as a record has them */
  properties: readonly Property[];
  /** who makes the move, "" where that is not known */
  color: string;
  /** whose turn it is then, "" where the game is over or that is not known */
  toPlay: string;
  /** a record's position begins anew here: its stones are not what moves lead to */
  anew: boolean;
  /** why the rules do not allow the move of a record, "" where they do */
  refused: string;
  /** what changes on the board, null where that is not known */
  changes: readonly Change[] | null;
  /** all stones, as the server said; "" where it has not been asked */
  stones: string;
}

/** What is known of a node that is made, beside its move. */
export type Made = Partial<
  Pick<TreeNode, "setup" | "properties" | "color" | "toPlay" | "anew" | "refused" | "changes" | "stones">
>;

/** A position as a request writes it: set up, or the start of the game, and the moves from there. */
export interface Place {
  stones: string;
  toPlay: string;
  moves: string[];
}

/** Of all trees: no two have the same version. */
let versions = 0;

export class Tree {
  readonly root: TreeNode;
  /** another number after every change of the tree */
  version = ++versions;
  /** another number after every change of what is before or below what */
  shape = this.version;
  #current: TreeNode;
  #ids = 0;

  /** made: what is known of the root */
  constructor(start: Place, made: Made = {}) {
    const setup = start.stones ? { stones: start.stones, toPlay: start.toPlay } : null;
    this.root = this.make(null, "", { setup, ...made });
    this.#current = this.root;
    for (const move of start.moves) this.play(move);
  }

  get current(): TreeNode {
    return this.#current;
  }

  /** Goes to the position after a move, which becomes a variation where it is new. */
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

  /** Takes a node without children out and goes to the one before it. */
  drop(node: TreeNode): void {
    if (node.parent && !node.children.length) this.detach(node);
  }

  /** A node that is not among its parent's children yet. */
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

  /** Puts a node, with all below it, among its parent's children. */
  attach(node: TreeNode, at: number): void {
    node.parent?.children.splice(at, 0, node);
    this.#reshape();
  }

  /** Takes a node out, with all below it; who was there goes to the one before it. */
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

  /** Puts a node at another place among its parent's children. */
  reorder(node: TreeNode, to: number): void {
    const siblings = node.parent?.children ?? [];
    const at = siblings.indexOf(node);
    if (at < 0) return;
    siblings.splice(at, 1);
    siblings.splice(to, 0, node);
    this.#reshape();
  }

  /** Writes to a node what differs between from, which is said of it now, and to. */
  write(node: TreeNode, _from: Made, to: Made): void {
    Object.assign(node, to);
    this.touch();
  }

  /** Whether a node is only tried, and no part of what is shared. */
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- nothing is shared here
  isTried(_node: TreeNode): boolean {
    return false;
  }

  /** Something has been written to a node. */
  touch(): void {
    this.version = ++versions;
  }

  /** The node with which the position began that moves lead on from: of stones set up, else the root. */
  baseOf(node: TreeNode = this.#current): TreeNode {
    let at = node;
    while (at.parent && !at.setup && !at.anew) at = at.parent;
    return at;
  }

  /** The moves that lead from its base to a node. */
  movesTo(node: TreeNode = this.#current): string[] {
    const base = this.baseOf(node);
    const moves: string[] = [];
    for (let n = node; n !== base && n.parent; n = n.parent) if (n.move) moves.push(n.move);
    return moves.reverse();
  }

  /** What leads to a node, where no record says what stones are set up. */
  placeOf(node: TreeNode = this.#current): Place {
    const { setup } = this.baseOf(node);
    return { stones: setup?.stones ?? "", toPlay: setup?.toPlay ?? "", moves: this.movesTo(node) };
  }

  /** To a child of the node where one is: those before it lead there already. */
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
