// Converts a game as the client knows it to the state of a board view.
import { stoneOf, stonesOf } from "../board/notation.ts";
import { EMPTY, emptyState, type BoardState, type Highlight, type Theme } from "../board/state.ts";
import { forbiddenWords } from "../lib/games/reasons.ts";
import { isAwaited } from "../lib/games/rengo.ts";
import type { Board } from "../wire.ts";
import { shownStones, type GameView } from "./machine.ts";
import type { Position } from "./replay.ts";

/** The viewer's display options. */
export interface Looks {
  selected: number;
  highlight: Highlight | null;
  coordinates: boolean;
  ideas: boolean;
  theme: Theme;
  /** the coach's remarks or estimate, and the values of columns */
  advice?: Partial<Pick<BoardState, "glow" | "prey" | "watched" | "good" | "owners" | "values">>;
}

/** Reports whether it is the player's turn, and no move of theirs is being sent. */
export function mayMove(view: GameView): boolean {
  return view.state.phase === "playing" && isAwaited(view) && !view.unconfirmed;
}

/** Reports whether the player may place a stone now; in an opening there may be a choice instead. */
const mayPlace = (view: GameView): boolean => mayMove(view) && (view.state.opening?.stones ?? true);

export function boardState(view: GameView, board: Board, looks: Looks): BoardState {
  const { state } = view;
  const over = state.phase === "scoring" || state.phase === "finished";
  const thinking = looks.ideas ? view.thinking : null;
  const unconfirmed = view.unconfirmed && view.unconfirmed.point >= 0 ? view.unconfirmed.point : -1;
  return {
    ...emptyState(0),
    stones: stonesOf(shownStones(view)),
    toPlay: mayPlace(view) ? stoneOf(state.toPlay) : EMPTY,
    forbidden: mayMove(view) ? forbiddenWords(state.forbidden) : new Map(),
    only: mayPlace(view) ? (state.opening?.only ?? []) : [],
    offered: state.opening?.offered ?? [],
    figure: state.figure,
    falls: state.falls,
    landings: state.landings,
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
    ...looks.advice,
  };
}

/** The same view with an earlier position, in which no moves are possible. */
export function pastState(now: BoardState, then: Position): BoardState {
  const { showCoordinates, theme, falls, interactive, selected, highlight } = now;
  const looks = { showCoordinates, theme, falls, interactive, selected, highlight };
  return { ...emptyState(then.stones.length), ...looks, ...then };
}
