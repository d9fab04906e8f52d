// From a game as the client knows it to what a board view draws.
import {
  BLACK,
  EMPTY,
  WHITE,
  type BoardState,
  type Highlight,
  type Stone,
  type Theme,
} from "../board/state.ts";
import type { Board } from "../wire.ts";
import { shownStones, type GameView } from "./machine.ts";
import type { Position } from "./replay.ts";
import { reasonText } from "./words.ts";

/** What the one who looks has chosen to see. */
export interface Looks {
  selected: number;
  highlight: Highlight | null;
  coordinates: boolean;
  ideas: boolean;
  theme: Theme;
}

const codes: Record<string, Stone> = { x: BLACK, o: WHITE };

/** "x.o" as one number a point. */
export function stonesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (c) => codes[c] ?? EMPTY);
}

export const stoneOf = (color: string): Stone =>
  color === "black" ? BLACK : color === "white" ? WHITE : EMPTY;

/** Whether the player may place a stone now. */
export function mayMove(view: GameView): boolean {
  return (
    view.state.phase === "playing" && view.you !== "" && view.state.toPlay === view.you && !view.unconfirmed
  );
}

export function boardState(view: GameView, board: Board, looks: Looks): BoardState {
  const { state } = view;
  const over = state.phase === "scoring" || state.phase === "finished";
  const thinking = looks.ideas ? view.thinking : null;
  const unconfirmed = view.unconfirmed && view.unconfirmed.point >= 0 ? view.unconfirmed.point : -1;
  return {
    stones: stonesOf(shownStones(view)),
    toPlay: mayMove(view) ? stoneOf(state.toPlay) : EMPTY,
    forbidden: mayMove(view)
      ? new Map(
          (state.forbidden ?? []).map((f) => [f.point, reasonText(f.reason, "This move is forbidden.")]),
        )
      : new Map(),
    last: unconfirmed >= 0 ? unconfirmed : state.last,
    selected: looks.selected,
    dead: new Set(over ? (state.dead ?? []) : []),
    territory: over && state.score ? stonesOf(state.score.owner) : null,
    candidates: (thinking?.candidates ?? []).filter((c) => c.point >= 0),
    line: (thinking?.line ?? []).map((name) => board.names.indexOf(name)).filter((p) => p >= 0),
    lineColor: thinking ? stoneOf(thinking.color) : EMPTY,
    highlight: looks.highlight,
    interactive: true,
    showCoordinates: looks.coordinates,
    theme: looks.theme,
  };
}

/** The same view with an earlier position on it, in which nobody can move. */
export function pastState(now: BoardState, then: Position): BoardState {
  const [forbidden, dead] = [new Map<number, string>(), new Set<number>()];
  return { ...now, ...then, toPlay: EMPTY, forbidden, dead, territory: null, candidates: [], line: [] };
}

/** The point with that name, in any case; -1 for none. */
export function findPoint(board: Board, name: string): number {
  const wanted = name.trim().toLowerCase();
  return board.names.findIndex((n) => n.toLowerCase() === wanted);
}
