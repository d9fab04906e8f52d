/** The labels of the outer points of a flat board without columns, placed outside like coordinates. Pure. */
import type { Board } from "../wire";
import type { FlatLayout } from "./flat";
import { graphOf, neighbours } from "./graph";
import { shownName } from "./letters";
import type { Rect } from "./viewport";

/** A point with a way off the board that crosses no line, and that way, as an angle. */
interface RimPoint {
  point: number;
  out: number;
}

/** The name of a point, and the centre of its label. */
interface RimName {
  x: number;
  y: number;
  text: string;
  point: number;
}

const FULL = 2 * Math.PI;
const LEFT = Math.PI;

/** The usual and maximum width of a letter or digit, and the distance of a label from its stone, in font sizes. */
const LETTER = 0.66;
const GAP = 0.25;

/** The width of the longest name, and the margin between stone, label and the board's edge, in font sizes. */
export function roomOfNames(board: Board): number {
  const longest = board.coords.reduce((most, _, p) => Math.max(most, shownName(board, p).length), 0);
  return LETTER * longest + 3 * GAP;
}

/**
 * The outer points, in order around the board: a walk along the outer face that always turns outwards as far as
 * possible. Each is listed once, with its widest way out.
 */
export function rimOf(board: Board, layout: FlatLayout): RimPoint[] {
  const first = leftmost(layout);
  if (first < 0) return [];
  const ways = new Map<number, { out: number; wide: number }>();
  let [here, from] = [first, LEFT];
  let begun = -1;
  // In a drawing with coinciding lines the walk might loop beside the first step.
  for (let steps = 0; steps <= 2 * board.edges.length; steps++) {
    const { next, wide } = turn(board, layout, here, from);
    if (wide > (ways.get(here)?.wide ?? 0)) ways.set(here, { out: from + wide / 2, wide });
    if (next < 0 || (next === begun && here === first)) break;
    if (begun < 0) begun = next;
    from = angle(layout, next, here);
    here = next;
  }
  return Array.from(ways, ([point, { out }]) => ({ point, out }));
}

function leftmost({ places }: FlatLayout): number {
  let best = places.length > 0 ? 0 : -1;
  for (let p = 1; 2 * p < places.length; p++) if (places[2 * p]! < places[2 * best]!) best = p;
  return best;
}

const angle = ({ places }: FlatLayout, from: number, to: number): number =>
  Math.atan2(places[2 * to + 1]! - places[2 * from + 1]!, places[2 * to]! - places[2 * from]!);

/** The first line at a point after the angle `from`, and the turn to it; next is -1 if it has no lines. */
function turn(board: Board, layout: FlatLayout, point: number, from: number): { next: number; wide: number } {
  let [next, wide] = [-1, FULL];
  for (const q of neighbours(graphOf(board), point)) {
    const by = angle(layout, point, q) - from;
    const turned = by - FULL * Math.floor(by / FULL);
    // The line to the previous point comes last.
    const far = turned < 1e-6 || turned > FULL - 1e-6 ? FULL : turned;
    if (next < 0 || far < wide) [next, wide] = [q, far];
  }
  return { next, wide };
}

/** The labels beside the outer points, as many as fit. */
export function namesAlongRim(board: Board, layout: FlatLayout, font: number): RimName[] {
  const taken: Rect[] = [];
  const out: RimName[] = [];
  for (const { point, out: way } of rimOf(board, layout)) {
    const text = shownName(board, point);
    const box = boxOf(layout, point, way, LETTER * font * text.length, font);
    if (taken.some((other) => touch(box, other, GAP * font)) || !isClear(board, layout, box)) continue;
    taken.push(box);
    out.push({ x: box.x + box.width / 2, y: box.y + box.height / 2, text, point });
  }
  return out;
}

/** The box of a name beside the stone on a point. */
function boxOf(layout: FlatLayout, point: number, way: number, width: number, font: number): Rect {
  const [dx, dy] = [Math.cos(way), Math.sin(way)];
  const half = (Math.abs(dx) * width + Math.abs(dy) * font) / 2;
  const off = layout.stones[point]! + GAP * font + half;
  const x = layout.places[2 * point]! + dx * off - width / 2;
  const y = layout.places[2 * point + 1]! + dy * off - font / 2;
  return { x, y, width, height: font };
}

const touch = (a: Rect, b: Rect, gap: number): boolean =>
  a.x < b.x + b.width + gap &&
  b.x < a.x + a.width + gap &&
  a.y < b.y + b.height + gap &&
  b.y < a.y + a.height + gap;

/** Reports whether a box is clear of all possible stones and all lines. */
function isClear(board: Board, { places, stones }: FlatLayout, box: Rect): boolean {
  for (let p = 0; p < stones.length; p++) {
    const aside = Math.max(box.x - places[2 * p]!, 0, places[2 * p]! - box.x - box.width);
    const above = Math.max(box.y - places[2 * p + 1]!, 0, places[2 * p + 1]! - box.y - box.height);
    if (Math.hypot(aside, above) < stones[p]!) return false;
  }
  return !board.edges.some(([a, b]) =>
    crosses(box, places[2 * a]!, places[2 * a + 1]!, places[2 * b]!, places[2 * b + 1]!),
  );
}

/** Reports whether a line passes through a box: it is clipped at each side in turn, and something is left. */
function crosses(box: Rect, x: number, y: number, toX: number, toY: number): boolean {
  let [from, to] = [0, 1];
  const cut = (start: number, step: number, low: number, high: number): void => {
    if (step === 0) {
      if (start < low || start > high) to = -1;
      return;
    }
    const [a, b] = [(low - start) / step, (high - start) / step];
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
  };
  cut(x, toX - x, box.x, box.x + box.width);
  cut(y, toY - y, box.y, box.y + box.height);
  return from <= to;
}
