// The stones at the nodes of a tree. In a record they are known without the server, as each node holds its changes.
// One step leads from a node to the next.
import { pointsOf } from "../lib/record/values.ts";
import { valuesOf } from "../lib/variations/edits.ts";
import type { Change, TreeNode } from "../lib/variations/tree.ts";
import { stonesOf } from "../board/notation.ts";
import type { Board } from "../wire.ts";

/** A node whose stones are on the board, and the earlier content of its points. */
interface Laid {
  node: TreeNode;
  before: readonly Change[];
}

const signs = [".", "x", "o"];

/** Stones in the server's format. */
export const stonesText = (stones: Uint8Array): string => Array.from(stones, (s) => signs[s] ?? ".").join("");

export class Positions {
  readonly #board: Board;
  readonly #stones: Uint8Array;
  #laid: Laid[] = [];
  readonly #where = new Map<TreeNode, number>();

  constructor(board: Board) {
    this.#board = board;
    this.#stones = new Uint8Array(board.coords.length);
  }

  /** The tree has changed, or has new data. */
  forget(): void {
    this.#cutTo(0);
  }

  /** The stones at a node; null if only the server knows them. */
  at(node: TreeNode): Uint8Array | null {
    const way: TreeNode[] = [];
    let from: TreeNode | null = node;
    for (; from && !this.#where.has(from); from = from.parent) {
      way.push(from);
      if (from.setup || from.stones) break;
    }
    this.#cutTo(from && this.#where.has(from) ? this.#where.get(from)! + 1 : 0);
    for (const next of way.reverse()) {
      const changes = this.#changesOf(next);
      if (!changes) return null;
      this.#lay(next, changes);
    }
    return Uint8Array.from(this.#stones);
  }

  /** The changes from the current stones. */
  #changesOf(node: TreeNode): readonly Change[] | null {
    const all = node.setup?.stones ?? node.stones;
    if (all) return changesTo(this.#stones, stonesOf(all));
    if (node.changes) return node.changes;
    if (node.move) return null;
    return ["AE", "AB", "AW"].flatMap((id, stone) =>
      pointsOf(this.#board, valuesOf(node, id)).map((point) => [point, stone] as const),
    );
  }

  #lay(node: TreeNode, changes: readonly Change[]): void {
    const before = changes.map(([point]) => [point, this.#stones[point] ?? 0] as const);
    for (const [point, stone] of changes) this.#stones[point] = stone;
    this.#where.set(node, this.#laid.length);
    this.#laid.push({ node, before });
  }

  #cutTo(length: number): void {
    while (this.#laid.length > length) {
      const { node, before } = this.#laid.pop()!;
      for (const [point, stone] of [...before].reverse()) this.#stones[point] = stone;
      this.#where.delete(node);
    }
  }
}

/** The difference between two sets of stones. */
export function changesTo(from: Uint8Array, to: Uint8Array): Change[] {
  const changes: Change[] = [];
  to.forEach((stone, point) => {
    if (from[point] !== stone) changes.push([point, stone]);
  });
  return changes;
}
