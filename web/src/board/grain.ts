/** The fibres of wood and the lines of shell, as SVG paths: sharp at every zoom, and painted only once. Pure. */
import { SPACING, type FlatLayout } from "./flat";
import { traitOf } from "./looks";
import type { Rect } from "./viewport";

/** Path data of the three kinds of marks on a plank. */
interface Grain {
  /** A few broad soft bands. */
  bands: string;
  /** The fine growth lines. */
  lines: string;
  /** Short dark fibres. */
  pores: string;
  /** Width of a fine line in the drawing's units. */
  unit: number;
}

const LINES = 96;
const BANDS = 13;
const PORES = 260;
const BENDS = 5;

/** The grain of a plank that fills the frame: lines from top to bottom that bend slightly and alike. */
export function grainOf(frame: Rect): Grain {
  const unit = frame.width / 820;
  // All lines follow the same two slow waves, so they never cross.
  const bend = (x: number, share: number): number =>
    frame.width *
    (0.01 * Math.sin(2.1 * share + 2.4 * x + 0.6) + 0.0035 * Math.sin(6.3 * share - 3.1 * x + 1.9));
  const at = (x: number, share: number): string =>
    `${(frame.x + x * frame.width + bend(x, share)).toFixed(1)} ${(frame.y + share * frame.height).toFixed(1)}`;
  const line = (x: number, from = 0, to = 1, bends = BENDS): string => {
    let path = `M${at(x, from)}`;
    for (let i = 1; i <= bends; i++) path += `L${at(x, from + ((to - from) * i) / bends)}`;
    return path;
  };
  const some = (count: number, draw: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => draw(i)).join("");
  return {
    unit,
    bands: some(BANDS, (i) => line((i + traitOf(i, 11, 0.9)) / BANDS)),
    lines: some(LINES, (i) => line((i + traitOf(i, 12, 0.95)) / LINES, 0, 1, 2 * BENDS)),
    pores: some(PORES, (i) => {
      const from = traitOf(i, 13, 1);
      const to = Math.min(1, from + 0.012 + traitOf(i, 14, 0.05));
      return line(traitOf(i, 15, 1), from, to, 2);
    }),
  };
}

/** Points across a plank of the usual size. */
const ACROSS = 21;
/** With more planks, the view is so far out that no fibres are visible. */
const MOST = 9;

/** The plank that repeats on a board without edges. */
export const PLANK: Rect = { x: 0, y: 0, width: ACROSS * SPACING, height: ACROSS * SPACING };

/**
 * The planks that cover the visible part, as SVG transforms. Each mirrors its neighbours, so that fibres continue
 * across.
 */
export function planksOver(seen: Rect): string[] {
  const { width, height } = PLANK;
  const span = (low: number, size: number, side: number): number[] => {
    const first = Math.floor(low / side);
    return Array.from({ length: Math.floor((low + size) / side) - first + 1 }, (_, i) => first + i);
  };
  const place = (i: number, side: number): string => `${side * (i % 2 ? i + 1 : i)}`;
  const columns = span(seen.x, seen.width, width);
  const rows = span(seen.y, seen.height, height);
  if (columns.length * rows.length > MOST) return [];
  return rows.flatMap((r) =>
    columns.map(
      (c) => `translate(${place(c, width)} ${place(r, height)})scale(${c % 2 ? -1 : 1} ${r % 2 ? -1 : 1})`,
    ),
  );
}

/** The growth lines on the white stones on those points, at many angles. */
export function shellLines(layout: FlatLayout, points: readonly number[]): string {
  let path = "";
  for (const p of points) {
    const r = 0.9 * layout.stones[p]!;
    const angle = traitOf(p, 1, 2 * Math.PI);
    const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
    const bow = r * (0.12 + traitOf(p, 2, 0.14));
    const step = 0.21 + traitOf(p, 3, 0.09);
    for (let off = -0.78; off < 0.8; off += step) {
      const half = r * Math.sqrt(1 - off * off) * 0.96;
      const at = (along: number, aside: number): string => {
        const x = layout.places[2 * p]! + along * ux - aside * uy;
        const y = layout.places[2 * p + 1]! + along * uy + aside * ux;
        return `${x.toFixed(1)} ${y.toFixed(1)}`;
      };
      path += `M${at(-half, off * r)}Q${at(0, off * r + bow)} ${at(half, off * r)}`;
    }
  }
  return path;
}

/** The maximum offset from its point of a stone placed by hand. */
const LOOSE = 0.035 * SPACING;

/** The same layout with its points moved slightly, each in its own way. */
export function loosened(layout: FlatLayout): FlatLayout {
  const places = layout.places.map((v, i) => v + LOOSE * (traitOf(i, 4, 2) - 1));
  return { ...layout, places };
}
