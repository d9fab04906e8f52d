/** Descriptions of points, for screen readers and hover texts. */
import { t } from "../text/text.ts";
import type { Board } from "../wire";
import { shownName } from "./letters";
import { ownerOf } from "./owners";
import { BLACK, EMPTY, WHITE, type BoardState, type Candidate } from "./state";

/** "win chance 53 per cent", or "wins in 3 moves" if that is certain. */
function chanceWords({ value, mate }: Pick<Candidate, "value" | "mate">): string {
  if (mate === 0) return t("board.point.chance", { percent: Math.round(100 * value) });
  const count = Math.ceil(Math.abs(mate) / 2);
  return mate > 0 ? t("board.point.wins", { count }) : t("board.point.loses", { count });
}

/** One sentence such as "D4: black stone, last move." */
export function describePoint(board: Board, state: BoardState, point: number): string {
  const facts: string[] = [];
  const stone = state.stones[point];
  if (stone === BLACK) facts.push(t("board.point.black"));
  else facts.push(stone === WHITE ? t("board.point.white") : t("board.empty"));
  if (state.dead.has(point)) facts.push(t("board.point.dead"));
  if (point === state.last && stone !== EMPTY) facts.push(t("board.last"));
  if (point === state.selected)
    facts.push(state.toPlay === EMPTY ? t("board.point.begun") : t("board.point.chosen"));
  const forbidden = state.forbidden.get(point);
  if (forbidden !== undefined) facts.push(t("board.point.forbidden", { why: forbidden }));
  if (state.only.includes(point)) facts.push(t("board.point.allowed"));
  const offer = state.offered.indexOf(point);
  if (offer >= 0) facts.push(t("board.point.offered", { number: offer + 1 }));
  if (state.targets.includes(point)) facts.push(t("board.point.target"));
  for (const d of state.drawn)
    if (d.point === point)
      facts.push(
        d.shape === "label" ? t("board.drawn.label", { label: d.label }) : t(`board.drawn.${d.shape}`),
      );
  for (const a of state.arrows) {
    const kind = a.head ? "arrow" : "line";
    if (a.from === point) facts.push(t(`board.drawn.${kind}.to`, { point: shownName(board, a.to) }));
    if (a.to === point) facts.push(t(`board.drawn.${kind}.from`, { point: shownName(board, a.from) }));
  }
  if (state.dimmed.includes(point)) facts.push(t("board.drawn.dimmed"));
  if (point === state.pointed) facts.push(t("board.point.pointed"));
  if (state.good.includes(point)) facts.push(t("board.good"));
  if (state.glow.includes(point)) facts.push(t("board.point.danger"));
  if (state.prey.includes(point)) facts.push(t("board.point.prey"));
  if (state.watched.includes(point)) facts.push(t("board.point.watched"));
  if (state.tinted.includes(point)) facts.push(t("board.point.region"));
  if (state.excluded.includes(point)) facts.push(t("board.point.excluded"));
  if (state.figure.includes(point)) facts.push(t("board.point.winning"));
  if (state.walls.includes(point))
    facts.push(state.wallColor === BLACK ? t("board.point.wall.black") : t("board.point.wall.white"));
  const owner = state.territory?.[point];
  if (owner === BLACK) facts.push(t("board.point.area.black"));
  if (owner === WHITE) facts.push(t("board.point.area.white"));
  const likely = ownerOf(state.owners[point] ?? 0).owner;
  if (likely !== EMPTY) facts.push(t(`board.point.likely.${likely === BLACK ? "black" : "white"}`));
  if (state.highlight?.stones.includes(point)) {
    const stones = t("board.point.stones", { count: state.highlight.stones.length });
    const liberties = t("board.point.liberties", { count: state.highlight.liberties.length });
    facts.push(t("board.point.chain", { stones, liberties }));
  }
  const candidate = state.candidates.find((c) => c.point === point);
  if (candidate) facts.push(chanceWords(candidate));
  return t("board.point.sentence", { point: shownName(board, point) || point + 1, facts: facts.join(", ") });
}
