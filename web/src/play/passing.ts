/** When a pass needs confirmation, and the text for it. */
import { graphOf, neighbours } from "../board/graph.ts";
import { colorOf } from "../lib/words/colors.ts";
import { otherColor } from "../lib/words/words.ts";
import { t } from "../text/text.ts";
import type { Board } from "../wire.ts";
import type { GameView } from "./machine.ts";

/** The parts of a game that matter for the confirmation of a pass. */
type Played = Pick<GameView, "state" | "stones" | "moves">;

/** In a neutral region, the side with fewer bordering stones has at least this share of them. */
const CONTESTED = 0.25;

/** The number of empty points in regions that both sides border with more than a stone or two. */
function openPoints(stones: string, board: Board): number {
  const graph = graphOf(board);
  const met = new Set<number>();
  let open = 0;
  for (let first = 0; first < stones.length; first++) {
    if (stones[first] !== "." || met.has(first)) continue;
    const region = [first];
    const around = new Set<number>();
    met.add(first);
    for (const p of region)
      for (const q of neighbours(graph, p)) {
        if (stones[q] !== ".") around.add(q);
        else if (!met.has(q)) region.push(q);
        if (stones[q] === ".") met.add(q);
      }
    const black = [...around].filter((q) => stones[q] === "x").length;
    if (Math.min(black, around.size - black) >= CONTESTED * around.size) open += region.length;
  }
  return open;
}

/**
 * Reports whether a pass is probably a mistake: two of them end the game, and a third of the board is open or most of it is
 * empty.
 */
function early({ state, stones }: Played, board: Board): boolean {
  const filled = stones.length - stones.split(".").length + 1;
  return state.counted && (3 * filled < stones.length || 3 * openPoints(stones, board) > stones.length);
}

/** The passes of one player in a game. */
export class Passing {
  #warned = false;

  /**
   * The question before a pass; "" for none. The warning that a pass is early appears once per game. A pass that ends
   * the game early needs confirmation each time, and any other if the user wants that (always).
   */
  question(view: Played, board: Board, always: boolean): string {
    if (!early(view, board)) return always ? t("play.confirm.passText") : "";
    if (view.moves.at(-1) === "pass")
      return t(`play.confirm.passEnds.${colorOf(otherColor(view.state.toPlay))}`);
    if (this.#warned) return always ? t("play.confirm.passText") : "";
    this.#warned = true;
    return t("play.confirm.passEarly");
  }
}
