// The main line of a record, position by position, for previews.
import type { Place } from "../lib/variations/tree.ts";
import type { GameRecord } from "../wire.ts";

/** A position of the main line. */
export interface Step {
  stones: Uint8Array;
  /** the point of the move that led here, -1 for none */
  last: number;
  toPlay: string;
  /** the path to it, as in a request */
  place: Place;
}

const signs = ".xo";
const textOf = (stones: Uint8Array): string => Array.from(stones, (s) => signs[s]).join("");

/** The positions of the main line: the first before any move, then one after each. */
export function mainLine({ board, nodes }: Pick<GameRecord, "board" | "nodes">): Step[] {
  const stones = new Uint8Array(board.coords.length);
  const steps: Step[] = [];
  let base: Place = { stones: "", toPlay: "", moves: [] };
  for (
    let at = nodes.length > 0 ? 0 : -1;
    at >= 0;
    at = nodes.findIndex((n, i) => i > at && n.parent === at)
  ) {
    const node = nodes[at]!;
    for (const [point, stone] of node.changes ?? []) stones[point] = stone;
    const setUp = node.anew || (!node.move && (node.changes ?? []).length > 0);
    if (setUp) base = { stones: textOf(stones), toPlay: node.toPlay || "black", moves: [] };
    else if (node.move) base = { ...base, moves: [...base.moves, node.move] };
    const step = {
      stones: Uint8Array.from(stones),
      last: node.move ? board.names.indexOf(node.move) : -1,
      toPlay: node.toPlay,
      place: base,
    };
    // Setup and comments without a move belong to the previous position.
    if (node.move || steps.length === 0) steps.push(step);
    else steps[steps.length - 1] = { ...step, last: steps.at(-1)!.last };
  }
  return steps;
}
