/**
 * The state that a board view shows and its events. A view knows no rules: the owner of the game fills in a
 * BoardState and handles `onselect`; the flat (SVG) and the solid (WebGL) view draw the same state.
 *
 * The views redraw when they get a new BoardState object, or a new array, map or set inside it; they do not notice
 * writes into a typed array. Keep boards and states in $state.raw: a deep proxy around 10,000 points is slow.
 */

import type { Theme } from "./looks";

/** The content of a point, and also a side: 0 empty or neutral, 1 black, 2 white. */
export type Stone = 0 | 1 | 2;

export const EMPTY = 0;
export const BLACK = 1;
export const WHITE = 2;

export type { Theme };

/** A candidate move of an engine. */
export interface Candidate {
  point: number;
  visits: number;
  /** Win probability of the side to move, 0 to 1. */
  value: number;
  /** Plies to a certain win (above 0) or loss (below 0) of the side to move; 0 if unknown. */
  mate: number;
}

/** The value of a column of falling stones for the side to move. */
export interface ColumnValue {
  /** A point of the column. */
  point: number;
  /** One or two short lines, such as "Win" and "in 5". */
  lines: readonly string[];
  /** The same for screen readers. */
  words: string;
  /** The column has the best value. */
  best: boolean;
}

/** A chain with its liberties, as `chainAt` of chain.ts finds it. */
export interface Highlight {
  /** The stone that the user asked about; it shows the number of liberties. */
  point: number;
  stones: readonly number[];
  liberties: readonly number[];
}

/** A mark that a person, such as a teacher, has drawn on a point. */
export interface Drawn {
  point: number;
  shape: "triangle" | "square" | "circle" | "cross" | "label";
  /** A letter, a number or a word; "" for the other shapes. */
  label: string;
}

/** An arrow that a person has drawn from one point to another; without a head it is a line. */
export interface Arrow {
  from: number;
  to: number;
  head: boolean;
}

/** Everything that a view draws besides the board itself. Points are indices into `Board.coords`. */
export interface BoardState {
  /** One entry per point. */
  stones: Uint8Array;
  /** The colour of the ghost stone under the pointer; 0 while there is no move to make. */
  toPlay: Stone;
  /** Empty points with illegal moves, each with the reason in words. */
  forbidden: ReadonlyMap<number, string>;
  /** The only legal points, if an opening leaves just a few; else empty. */
  only: readonly number[];
  /** Points that were offered for the next stone; the player chooses one. */
  offered: readonly number[];
  /** Points that the engine must not consider. */
  excluded: readonly number[];
  /** The region of a problem: the ground under it is tinted. */
  tinted: readonly number[];
  /** Points outside of the region with assumed stones, and their colours. */
  walls: readonly number[];
  wallColor: Stone;
  /** Stones of the chains that a problem is about. */
  targets: readonly number[];
  /** Moves that are known to be correct. */
  good: readonly number[];
  /** Marks that a person has drawn. */
  drawn: readonly Drawn[];
  /** Arrows and lines that a person has drawn, each once. */
  arrows: readonly Arrow[];
  /** Points that a person has dimmed, because they do not matter. */
  dimmed: readonly number[];
  /** The winning line, in order along it; empty before a win. */
  figure: readonly number[];
  /** Stones in danger: they glow. */
  glow: readonly number[];
  /** Stones of the opponent that can be captured. */
  prey: readonly number[];
  /** Empty points that deserve attention, such as a last liberty. */
  watched: readonly number[];
  /** Stones fall: the user chooses a column rather than a point. */
  falls: boolean;
  /** Where stones would land, one point per column with room; only if stones fall. */
  landings: readonly number[];
  /** The values of the columns, if they are shown; only if stones fall. */
  values: readonly ColumnValue[];
  /** Point of the last move, -1 for none. */
  last: number;
  /** The pending first click if a second one confirms, -1 for none. */
  selected: number;
  /** Points of stones marked as dead. */
  dead: ReadonlySet<number>;
  /** Owner of each point while the score is counted, else null. */
  territory: Uint8Array | null;
  /**
   * The estimated ownership of each point, from 100, certainly Black's, to -100, certainly White's; empty for none.
   */
  owners: readonly number[];
  /** The engine's candidate moves, the best first. */
  candidates: readonly Candidate[];
  /** The engine's principal variation, and the colour of its first move. */
  line: readonly number[];
  lineColor: Stone;
  /** The chain that is highlighted, or null. */
  highlight: Highlight | null;
  /** The point that a person points out to all viewers, -1 for none. */
  pointed: number;
  /** False: points cannot be chosen (viewing, rotating and zooming stay possible). */
  interactive: boolean;
  showCoordinates: boolean;
  theme: Theme;
}

/** The state of an empty board with that many points, on which play is not possible. */
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

/** Reports whether the side to move may place a stone there, as far as the state says. */
export function playable(state: BoardState, point: number): boolean {
  const left = state.only.length === 0 || state.only.includes(point);
  return left && state.stones[point] === EMPTY && !state.forbidden.has(point);
}

/** The props of both views; Board.svelte passes them on. */
export interface BoardProps {
  /** The points, edges and names, as the server sends them. */
  board: import("../wire").Board;
  state: BoardState;
  /**
   * The user chose a point by pointer or keyboard, maybe an occupied or forbidden one; `small` if a finger chose
   * among points that are too close together for it.
   */
  onselect?: (point: number, small?: boolean) => void;
  /** The point under the pointer or the keyboard's cursor changed; -1 for none. */
  onhover?: (point: number) => void;
  /**
   * If set, a drag over a flat board paints: it is called for each point that the pointer passes, with `first` for
   * the first one.
   */
  onbrush?: ((point: number, first: boolean) => void) | undefined;
  /**
   * If set, a drag from one point draws to others: it is called for each point that the pointer reaches, and with
   * `done` when it is lifted. A cancelled drag ends where it began.
   */
  onlink?: ((from: number, to: number, done: boolean) => void) | undefined;
  /**
   * Points of interest: a flat board zooms to them, and the user can pan and zoom to the rest; a solid board starts
   * with them in front.
   */
  near?: readonly number[];
  /** The board's name for screen readers, such as "Go board, 9×9". */
  label?: string;
  /** Whether a solid board turns to a new stone or hint on its far side; otherwise an arrow points to it. */
  follow?: boolean;
  /**
   * For a solid board that is a picture rather than a table to play at: radians a second by which it turns by itself.
   * The user can drag it; it has no tools, lets the page scroll, and does not move for users who prefer reduced
   * motion.
   */
  turn?: number;
}
