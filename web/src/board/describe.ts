/** Words for what lies on a point, for screen readers and hover texts. */
import type { Board } from "../wire";
import { BLACK, EMPTY, WHITE, type BoardState, type Candidate } from "./state";

const plural = (n: number, one: string): string => `${n} ${n === 1 ? one : one.replace(/y$/, "ie") + "s"}`;

/** "win chance 53 per cent", or "wins in 3 moves" where that is certain. */
function chanceWords({ value, mate }: Pick<Candidate, "value" | "mate">): string {
  if (mate === 0) return `win chance ${Math.round(100 * value)} per cent`;
  return `${mate > 0 ? "wins" : "loses"} in ${plural(Math.ceil(Math.abs(mate) / 2), "move")}`;
}

/** One sentence such as "D4: black stone, last move." */
export function describePoint(board: Board, state: BoardState, point: number): string {
  const parts: string[] = [];
  const stone = state.stones[point];
  parts.push(stone === BLACK ? "black stone" : stone === WHITE ? "white stone" : "empty");
  if (state.dead.has(point)) parts.push("marked dead");
  if (point === state.last && stone !== EMPTY) parts.push("last move");
  if (point === state.selected) parts.push("chosen, choose it again to play");
  const forbidden = state.forbidden.get(point);
  if (forbidden !== undefined) parts.push(`may not be played: ${forbidden}`);
  if (state.only.includes(point)) parts.push("may be played");
  const offer = state.offered.indexOf(point);
  if (offer >= 0) parts.push(`offered, number ${offer + 1}`);
  if (state.targets.includes(point)) parts.push("target");
  if (state.good.includes(point)) parts.push("a right move");
  if (state.glow.includes(point)) parts.push("in danger");
  if (state.watched.includes(point)) parts.push("a point to watch");
  if (state.tinted.includes(point)) parts.push("in the region");
  if (state.excluded.includes(point)) parts.push("not considered");
  if (state.figure.includes(point)) parts.push("in the winning line");
  if (state.walls.includes(point))
    parts.push(
      `beyond the region, ${state.wallColor === BLACK ? "a black" : "a white"} stone is assumed here`,
    );
  const owner = state.territory?.[point];
  if (owner === BLACK) parts.push("Black's area");
  if (owner === WHITE) parts.push("White's area");
  if (state.highlight?.stones.includes(point)) {
    const { stones, liberties } = state.highlight;
    parts.push(`in a chain of ${plural(stones.length, "stone")} with ${plural(liberties.length, "liberty")}`);
  }
  const candidate = state.candidates.find((c) => c.point === point);
  if (candidate) parts.push(chanceWords(candidate));
  return `${board.names[point] ?? point + 1}: ${parts.join(", ")}.`;
}
