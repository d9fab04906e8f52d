/** The marks on each point, the same for the flat and the solid view. */
import { ownerOf } from "./owners";
import { BLACK, EMPTY, WHITE, type BoardState, type Candidate, type Drawn, type Stone } from "./state";

type MarkKind =
  | "last"
  | "selected"
  | "forbidden"
  | "chain"
  | "liberty"
  | "territory"
  | "candidate"
  | "best"
  | "line"
  | "only"
  | "offered"
  | "excluded"
  | "tint"
  | "dimmed"
  | "wall"
  | "target"
  | "good"
  | "glow"
  | "prey"
  | "figure"
  | "pointed"
  | Drawn["shape"];

/** A shape on a point, with a text if it has one. */
export interface Mark {
  kind: MarkKind;
  point: number;
  /** Radius as a share of the stone's. */
  size: number;
  label: string;
  /** The background of the mark, which is drawn in the other shade. */
  on: Stone;
  /** For territory, walls and the stones of a line: the owner. */
  owner: Stone;
  /** Its opacity, in quarters up to 4. */
  strength: number;
}

/** The width of letters and digits in the bold font of marks, in ems. */
const WIDTHS: Record<string, number> = { W: 1.05, L: 0.65, "✓": 0.9, "#": 0.85 };

/**
 * The font size of a mark's label as a share of its stone's radius: it fits into the mark's disc, if there is one.
 */
export function labelSize({ label, size }: Pick<Mark, "label" | "size">): number {
  const most = label.length > 2 ? 0.72 : 0.88;
  if (size === 0) return most;
  const width = [...label].reduce((sum, c) => sum + (WIDTHS[c] ?? 0.66), 0);
  // Half the diagonal of the text is at most the radius inside the rim.
  return Math.min(most, (0.92 * size) / Math.hypot(width / 2, 0.36));
}

/** More candidates than this are noise. */
const MOST_CANDIDATES = 12;
const MOST_LINE = 12;

const other = (stone: Stone): Stone => (stone === BLACK ? WHITE : stone === WHITE ? BLACK : EMPTY);

/** All marks of a state, in painting order. */
export function layoutMarks(state: BoardState): Mark[] {
  const marks: Mark[] = [];
  const put = (kind: MarkKind, point: number, more: Partial<Mark> = {}) => {
    if (point < 0 || point >= state.stones.length) return;
    const on = state.stones[point] as Stone;
    marks.push({ kind, point, size: 1, label: "", on, owner: EMPTY, strength: 4, ...more });
  };
  // A tint on a stone would hide it; the flat view has one under the stones, and dims whole squares.
  for (const point of state.tinted) if (state.stones[point] === EMPTY) put("tint", point, { size: 0.8 });
  for (const point of state.walls) put("wall", point, { size: 0.9, label: "#", owner: state.wallColor });
  for (const point of state.dimmed) put("dimmed", point, { size: 0.95 });
  putTerritory(state, put);
  for (const point of state.only) put("only", point, { size: 0.2 });
  for (const point of state.forbidden.keys()) put("forbidden", point, { size: 0.46 });
  for (const point of state.excluded) put("excluded", point, { size: 0.5 });
  state.offered.forEach((point, i) => put("offered", point, { size: 0.8, label: String(i + 1) }));
  for (const point of state.good) put("good", point, { size: 0.66, label: "✓" });
  for (const point of state.targets) put("target", point, { size: 0.6 });
  for (const point of state.glow) if (state.stones[point] !== EMPTY) put("glow", point, { size: 1.08 });
  for (const point of state.prey) if (state.stones[point] !== EMPTY) put("prey", point, { size: 0.94 });
  for (const point of state.watched) put("liberty", point, { size: 0.34 });
  putCandidates(state, put);
  putLine(state, put);
  if (state.highlight) {
    for (const point of state.highlight.stones) put("chain", point, { size: 1.02 });
    for (const point of state.highlight.liberties) put("liberty", point, { size: 0.34 });
  }
  for (const { point, shape, label } of state.drawn) put(shape, point, { size: sizes[shape], label });
  for (const point of state.figure) put("figure", point, { size: 0.62 });
  putLast(state, put);
  if (state.selected >= 0) put("selected", state.selected, { size: 1.08, owner: state.toPlay });
  put("pointed", state.pointed, { size: 1.1 });
  return marks;
}

/** The size of drawn marks. */
const sizes: Record<Drawn["shape"], number> = {
  triangle: 0.6,
  square: 0.46,
  circle: 0.5,
  cross: 0.42,
  label: 0.7,
};

type Put = (kind: MarkKind, point: number, more?: Partial<Mark>) => void;

function putTerritory(state: BoardState, put: Put): void {
  state.owners.forEach((hundredths, point) => {
    const { owner, strength } = ownerOf(hundredths);
    if (strength > 0 && state.stones[point] === EMPTY)
      put("territory", point, { size: 0.09 * strength, owner });
  });
  if (!state.territory) return;
  state.territory.forEach((owner, point) => {
    // A living stone shows the owner of its point. That of a dead one may be neutral.
    const bare = state.stones[point] === EMPTY;
    if (owner !== EMPTY && (bare || state.dead.has(point)))
      put("territory", point, { size: bare ? 0.36 : 0.42, owner: owner as Stone });
  });
}

/** Discs sized by visits, and stronger the nearer the win probability is to the best one's: a heat map. */
function putCandidates(state: BoardState, put: Put): void {
  const shown = state.candidates.filter((c) => c.point >= 0).slice(0, MOST_CANDIDATES);
  const most = Math.max(1, ...shown.map((c) => c.visits));
  const counted = shown.some((c) => c.visits > 0);
  const best = shown[0]?.value ?? 0;
  const drawn = new Set(state.drawn.map((d) => d.point));
  shown.forEach((c, i) => {
    // On a disc a drawn mark would be illegible, and so would the disc under it.
    if (state.stones[c.point] !== EMPTY || drawn.has(c.point)) return;
    const size = counted ? 0.66 + 0.3 * Math.sqrt(c.visits / most) : 0.84;
    const strength = i === 0 ? 4 : Math.max(1, 4 - Math.floor(Math.max(0, best - c.value) / 0.06));
    put(i === 0 ? "best" : "candidate", c.point, { size, label: chanceLabel(c), strength });
  });
}

/** "53" for a win probability in per cent; "W3" for a certain win in 3 moves, "L3" for a loss. */
function chanceLabel({ value, mate }: Pick<Candidate, "value" | "mate">): string {
  const moves = Math.ceil(Math.abs(mate) / 2);
  if (mate === 0) return String(Math.round(100 * value));
  return (mate > 0 ? "W" : "L") + String(moves);
}

/** Numbers the line's moves; candidates already show their win probability instead. */
function putLine(state: BoardState, put: Put): void {
  let colour = state.lineColor;
  const taken = new Set(state.candidates.slice(0, MOST_CANDIDATES).map((c) => c.point));
  state.line.slice(0, MOST_LINE).forEach((point, i) => {
    if (point >= 0 && state.stones[point] === EMPTY && !taken.has(point)) {
      put("line", point, { size: 0.7, label: String(i + 1), owner: colour });
      taken.add(point);
    }
    colour = other(colour);
  });
}

function putLast(state: BoardState, put: Put): void {
  const counted = state.highlight?.point ?? -1;
  if (state.highlight) {
    // The number takes the place of the last move's ring.
    const liberties = state.highlight.liberties.length;
    put("chain", counted, { size: 0, label: String(liberties) });
  }
  if (state.figure.includes(state.last) || state.drawn.some((d) => d.point === state.last)) return;
  if (state.last >= 0 && state.last !== counted && state.stones[state.last] !== EMPTY) {
    put("last", state.last, { size: 0.44 });
  }
}
