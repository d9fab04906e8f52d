/**
 * What a board view shows and what it tells back. A view has no rules: whoever
 * owns the game fills in a BoardState and answers `onselect`; the flat (SVG) and
 * the solid (WebGL) view draw the same state.
 *
 * The views redraw when they get a new BoardState object, or a new array, map
 * or set inside of it; writing into a typed array in place is not seen. Keep
 * boards and states in $state.raw: a deep proxy around 10,000 points is slow.
 */

import type { Theme } from "./looks";

/** What lies on a point, and also a side: 0 empty or nobody, 1 black, 2 white. */
export type Stone = 0 | 1 | 2;

export const EMPTY = 0;
export const BLACK = 1;
export const WHITE = 2;

export type { Theme };

/** A move under consideration by an engine. */
export interface Candidate {
  point: number;
  visits: number;
  /** Win chance of the side to move, 0 to 1. */
  value: number;
  /** Plies until the side to move has won (above 0) or lost (below 0) for certain; 0 where that is not known. */
  mate: number;
}

/** What a column of falling stones is worth to the side to move. */
export interface ColumnValue {
  /** A point of the column. */
  point: number;
  /** One or two short lines, such as "Win" and "in 5". */
  lines: readonly string[];
  /** The same for the ear. */
  words: string;
  /** No other column is worth more. */
  best: boolean;
}

/** A chain with its liberties, as `chainAt` of chain.ts finds it. */
export interface Highlight {
  /** The stone that was asked about; it bears the number of liberties. */
  point: number;
  stones: readonly number[];
  liberties: readonly number[];
}

/** A mark that somebody has drawn on a point, such as a teacher. */
export interface Drawn {
  point: number;
  shape: "triangle" | "square" | "circle" | "cross" | "label";
  /** A letter, a number or a word; "" of the other shapes. */
  label: string;
}

/** An arrow that somebody has drawn from one point to another; without a head a line. */
export interface Arrow {
  from: number;
  to: number;
  head: boolean;
}

/** Everything that a view draws beside the board itself. Points are indices into `Board.coords`. */
export interface BoardState {
  /** One entry a point. */
  stones: Uint8Array;
  /** Whose ghost stone follows the pointer; 0 while there is no move to make. */
  toPlay: Stone;
  /** Empty points that may not be played, each with the reason in words. */
  forbidden: ReadonlyMap<number, string>;
  /** The points that alone may be played, where an opening leaves only a few; else empty. */
  only: readonly number[];
  /** Points that were offered for the next stone, of which one is taken. */
  offered: readonly number[];
  /** Points that the engine was told not to consider. */
  excluded: readonly number[];
  /** The points that matter in a problem: the ground under them is tinted. */
  tinted: readonly number[];
  /** Points beyond the region where stones are assumed, and whose. */
  walls: readonly number[];
  wallColor: Stone;
  /** Stones of the chains that a problem is about. */
  targets: readonly number[];
  /** Moves that are known to be right. */
  good: readonly number[];
  /** Marks that somebody has drawn. */
  drawn: readonly Drawn[];
  /** Arrows and lines that somebody has drawn, each once. */
  arrows: readonly Arrow[];
  /** Points that somebody has dimmed, as they are not spoken of. */
  dimmed: readonly number[];
  /** The winning line, in order along it; empty while there is none. */
  figure: readonly number[];
  /** Stones that are in danger: they glow. */
  glow: readonly number[];
  /** Stones of the other side that can be taken. */
  prey: readonly number[];
  /** Empty points that somebody should look at, such as a last liberty. */
  watched: readonly number[];
  /** Stones fall: a column is chosen rather than a point. */
  falls: boolean;
  /** Where a stone would come to rest, one point a column with room; only where stones fall. */
  landings: readonly number[];
  /** What the columns are worth, where that is shown; only where stones fall. */
  values: readonly ColumnValue[];
  /** Point of the last move, -1 for none. */
  last: number;
  /** The pending first click where a second one confirms, -1 for none. */
  selected: number;
  /** Points of stones marked as dead. */
  dead: ReadonlySet<number>;
  /** Owner of each point while the score is counted, else null. */
  territory: Uint8Array | null;
  /** Whose each point will be, as an estimate: from 100, surely Black's, to -100, surely White's; empty for none. */
  owners: readonly number[];
  /** The engine's moves under consideration, the best first. */
  candidates: readonly Candidate[];
  /** The engine's expected line of play, and the colour of its first move. */
  line: readonly number[];
  lineColor: Stone;
  /** The chain that is being shown, or null. */
  highlight: Highlight | null;
  /** The point that somebody shows to all who look, -1 for none. */
  pointed: number;
  /** False: points cannot be chosen at all (looking, turning and zooming stay possible). */
  interactive: boolean;
  showCoordinates: boolean;
  theme: Theme;
}

/** The state of an empty board of that many points, which nobody may play on. */
export function emptyState(points: number): BoardState {
  return {
    stones: new Uint8Array(points),
    toPlay: EMPTY,
    forbidden: new Map(),
    only: [],
    offered: [],
    excluded: [],
    tinted: [],
    walls: [],
    wallColor: EMPTY,
    targets: [],
    good: [],
    drawn: [],
    arrows: [],
    dimmed: [],
    figure: [],
    glow: [],
    prey: [],
    watched: [],
    falls: false,
    landings: [],
    values: [],
    last: -1,
    selected: -1,
    dead: new Set(),
    territory: null,
    owners: [],
    candidates: [],
    line: [],
    lineColor: EMPTY,
    highlight: null,
    pointed: -1,
    interactive: false,
    showCoordinates: true,
    theme: "light",
  };
}

/** Whether the side to move may place a stone there, as far as the state says. */
export function playable(state: BoardState, point: number): boolean {
  const left = state.only.length === 0 || state.only.includes(point);
  return left && state.stones[point] === EMPTY && !state.forbidden.has(point);
}

/** What both views are given; Board.svelte hands it on. */
export interface BoardProps {
  /** The points, edges and names, as the server sends them. */
  board: import("../wire").Board;
  state: BoardState;
  /**
   * A point was chosen by pointer or keyboard. Occupied and forbidden ones too;
   * `small` where a finger chose among points that are too near each other for one.
   */
  onselect?: (point: number, small?: boolean) => void;
  /** The point under the pointer or the keyboard's cursor changed; -1 for none. */
  onhover?: (point: number) => void;
  /**
   * Where given, a drag over a flat board paints: it is called for each point that
   * the pointer passes, `first` for the one where it began.
   */
  onbrush?: ((point: number, first: boolean) => void) | undefined;
  /**
   * Where given, a drag from one point draws to others: it is called for each point that the pointer
   * comes to, and with `done` where it is lifted. One that is taken away ends where it began.
   */
  onlink?: ((from: number, to: number, done: boolean) => void) | undefined;
  /**
   * Points to be looked at: a flat board shows them closely, and the rest is there to be panned or
   * zoomed to; a board in space begins with them in front.
   */
  near?: readonly number[];
  /** What a screen reader calls the board, such as "Go board, 9×9". */
  label?: string;
  /** Whether a board in space turns to a stone or a hint that comes on its far side; an arrow tells where, if not. */
  follow?: boolean;
  /**
   * Of a board in space that is a picture rather than a table to play at: radians
   * a second by which it turns by itself. It can be grabbed, has no tools, lets
   * the page scroll, and stands still for who wants less motion.
   */
  turn?: number;
}
