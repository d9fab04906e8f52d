/** When a pass is asked about before it is made, and in which words. */
import { graphOf, neighbours } from "../board/graph.ts";
import { colorOf } from "../lib/words/colors.ts";
import { otherColor } from "../lib/words/words.ts";
import { t } from "../text/text.ts";
import type { Board } from "../wire.ts";
import type { GameView } from "./machine.ts";

/** What of a game a pass is asked about by. */
type Played = Pick<GameView, "state" | "stones" | "moves">;

/** The side with fewer stones around an empty region has this share of them at least where the region is nobody's. */
const CONTESTED = 0.25;

/** How many empty points lie in regions that both sides border, and neither by a stone or two only. */
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

/** Whether a pass now may well be a mistake: two of them end the game, and a third of the board is open or most of it empty. */
function early({ state, stones }: Played, board: Board): boolean {
  const filled = stones.length - stones.split(".").length + 1;
  return state.counted && (3 * filled < stones.length || 3 * openPoints(stones, board) > stones.length);
}

/** A game's passes by one who sits at it. */
export class Passing {
  #warned = false;

  /**
   * What to ask before a pass; "" for nothing. Who has read once in a game that it is early to pass knows it;
   * a pass that ends the game early is asked about each time, and any other where every pass is (always).
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
