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
import type { Board, Forbidden } from "../wire.ts";
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

/** Whether it is the player's turn, and no move of theirs is on its way. */
export function mayMove(view: GameView): boolean {
  return (
    view.state.phase === "playing" && view.you !== "" && view.state.turn === view.you && !view.unconfirmed
  );
}

/** Whether the player may place a stone now; in an opening there may be a choice to make instead. */
const mayPlace = (view: GameView): boolean => mayMove(view) && (view.state.opening?.stones ?? true);

export function boardState(view: GameView, board: Board, looks: Looks): BoardState {
  const { state } = view;
  const over = state.phase === "scoring" || state.phase === "finished";
  const thinking = looks.ideas ? view.thinking : null;
  const unconfirmed = view.unconfirmed && view.unconfirmed.point >= 0 ? view.unconfirmed.point : -1;
  return {
    stones: stonesOf(shownStones(view)),
    toPlay: mayPlace(view) ? stoneOf(state.toPlay) : EMPTY,
    forbidden: mayMove(view) ? forbiddenWords(state.forbidden) : new Map(),
    only: mayPlace(view) ? (state.opening?.only ?? []) : [],
    offered: state.opening?.offered ?? [],
    excluded: [],
    tinted: [],
    targets: [],
    good: [],
    figure: state.figure,
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

/** The points that may not be played, each with the reason in words. */
export function forbiddenWords(forbidden: readonly Forbidden[]): Map<number, string> {
  return new Map(forbidden.map((f) => [f.point, reasonText(f.reason, "This move is forbidden.")]));
}

/** The same view with an earlier position on it, in which nobody can move. */
export function pastState(now: BoardState, then: Position): BoardState {
  const [forbidden, dead] = [new Map<number, string>(), new Set<number>()];
  const nothing = { only: [], offered: [], figure: [], territory: null, candidates: [], line: [] };
  return { ...now, ...then, ...nothing, toPlay: EMPTY, forbidden, dead };
}

/** The point with that name, in any case; -1 for none. */
export function findPoint(board: Board, name: string): number {
  const wanted = name.trim().toLowerCase();
  return board.names.findIndex((n) => n.toLowerCase() === wanted);
}
