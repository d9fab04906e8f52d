/** Rows, rings and repeated pieces. Pure. */
import { add, sub, type Vec } from "../../board/vec.ts";
import { Places } from "./near.ts";
import { addPoints, connect, edgeOf, pairKey, type Edge, type Sketch } from "./sketch.ts";

/** Points with edges and faces to add to a sketch. */
interface Piece {
  points: Vec[];
  edges: Edge[];
  faces: number[][];
}

/**
 * Points in rows, joined with their neighbours beside, above and below; for triangles every second row is shifted by half
 * a step.
 */
export function rowsOf(columns: number, rows: number, gap: number, triangles: boolean): Piece {
  const piece: Piece = { points: [], edges: [], faces: [] };
  const height = triangles ? (gap * Math.sqrt(3)) / 2 : gap;
  const at = (x: number, y: number) => y * columns + x;
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const shift = triangles && y % 2 === 1 ? gap / 2 : 0;
      piece.points.push([x * gap + shift, -y * height, 0]);
      if (x + 1 < columns) piece.edges.push([at(x, y), at(x + 1, y)]);
      if (y === 0) continue;
      piece.edges.push([at(x, y - 1), at(x, y)]);
      if (!triangles) {
        if (x > 0) piece.faces.push([at(x - 1, y - 1), at(x, y - 1), at(x, y), at(x - 1, y)]);
        continue;
      }
      const other = y % 2 === 1 ? x + 1 : x - 1;
      if (other < 0 || other >= columns) continue;
      piece.edges.push(edgeOf(at(other, y - 1), at(x, y)));
      piece.faces.push([at(x, y - 1), at(other, y - 1), at(x, y)]);
    }
  if (triangles)
    for (let y = 1; y < rows; y++)
      for (let x = 0; x + 1 < columns; x++) {
        const above = y % 2 === 1 ? x + 1 : x;
        piece.faces.push([at(x, y), at(x + 1, y), at(above, y - 1)]);
      }
  return centred(piece);
}

/** Rings of points around a centre, which may be a point too; spokes join each ring with the next. */
export function ringsOf(around: number, rings: number, gap: number, middle: boolean): Piece {
  const piece: Piece = { points: [], edges: [], faces: [] };
  // The points of the first ring are a gap apart, or a gap away from the centre.
  const inner = Math.max(gap, gap / (2 * Math.sin(Math.PI / around)));
  const first = middle ? 1 : 0;
  if (middle) piece.points.push([0, 0, 0]);
  const at = (ring: number, i: number) => first + ring * around + (i % around);
  for (let ring = 0; ring < rings; ring++)
    for (let i = 0; i < around; i++) {
      const angle = Math.PI / 2 - (2 * Math.PI * i) / around;
      const radius = inner + ring * gap;
      piece.points.push([radius * Math.cos(angle), radius * Math.sin(angle), 0]);
      piece.edges.push(edgeOf(at(ring, i), at(ring, i + 1)));
      if (ring > 0) {
        piece.edges.push([at(ring - 1, i), at(ring, i)]);
        piece.faces.push([at(ring - 1, i), at(ring - 1, i + 1), at(ring, i + 1), at(ring, i)]);
      } else if (middle) {
        piece.edges.push([0, at(0, i)]);
        piece.faces.push([0, at(0, i), at(0, i + 1)]);
      }
    }
  return piece;
}

function bounds(points: readonly Vec[]): { low: Vec; high: Vec } {
  let low: Vec = points[0]!;
  let high: Vec = points[0]!;
  for (const [x, y, z] of points) {
    low = [Math.min(low[0], x), Math.min(low[1], y), Math.min(low[2], z)];
    high = [Math.max(high[0], x), Math.max(high[1], y), Math.max(high[2], z)];
  }
  return { low, high };
}

/** The centre of the bounding box of points. */
export function middleOf(points: readonly Vec[]): Vec {
  if (points.length === 0) return [0, 0, 0];
  const { low, high } = bounds(points);
  return [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
}

function centred(piece: Piece): Piece {
  const middle = middleOf(piece.points);
  return { ...piece, points: piece.points.map((at) => sub(at, middle)) };
}

/** Adds a piece: at its own place to an empty sketch, otherwise to the right of the drawing. */
export function withPiece(sketch: Sketch, piece: Piece, gap: number): Sketch {
  const base = sketch.points.length;
  let by: Vec = [0, 0, 0];
  if (base > 0 && piece.points.length > 0) {
    const middle = middleOf(sketch.points);
    by = [bounds(sketch.points).high[0] + gap - bounds(piece.points).low[0], middle[1], 0];
  }
  const placed = addPoints(
    sketch,
    piece.points.map((at) => add(at, by)),
  );
  const joined = connect(
    placed,
    piece.edges.map(([a, b]): Edge => [base + a, base + b]),
  );
  return { ...joined, faces: [...joined.faces, ...piece.faces.map((face) => face.map((p) => base + p))] };
}

/** Copies selected points with everything between them, one for each map, and welds points that coincide. */
export function copied(
  sketch: Sketch,
  chosen: ReadonlySet<number>,
  maps: readonly ((at: Vec) => Vec)[],
  near: number,
): Sketch {
  const inside = (list: readonly number[]) => list.every((p) => chosen.has(p));
  const edges = sketch.edges.filter(inside);
  const faces = sketch.faces.filter(inside);
  const lines = sketch.lines?.filter((line) => inside(line.points)) ?? [];
  const order = [...chosen];
  let all = sketch;
  for (const map of maps) {
    const index = new Places(all.points, near);
    const into = new Map<number, number>();
    const more: Vec[] = [];
    for (const p of order) {
      const at = map(sketch.points[p]!);
      const found = index.at(at);
      into.set(p, found >= 0 ? found : all.points.length + more.push(at) - 1);
    }
    const to = (list: readonly number[]) => list.map((p) => into.get(p)!);
    all = connect(
      addPoints(all, more),
      edges.map(([a, b]): Edge => [into.get(a)!, into.get(b)!]),
    );
    // A copy that coincides with the original has its faces and lines already.
    if (more.length === 0) continue;
    const mapped = faces.map(to).filter((face) => new Set(face).size === face.length);
    all = { ...all, faces: [...all.faces, ...mapped] };
    if (all.lines)
      all = { ...all, lines: [...all.lines, ...lines.map((line) => ({ ...line, points: to(line.points) }))] };
  }
  return all;
}

/** The maps that repeat something in columns and rows. */
export function repeats(columns: number, rows: number, dx: number, dy: number): ((at: Vec) => Vec)[] {
  const maps: ((at: Vec) => Vec)[] = [];
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) if (x + y > 0) maps.push((at) => add(at, [x * dx, -y * dy, 0]));
  return maps;
}

/** Pairs of points that are about a step apart and not joined. */
export function neighboursWithin(sketch: Sketch, chosen: readonly number[], reach: number): Edge[] {
  const index = new Places(
    chosen.map((p) => sketch.points[p]!),
    reach,
  );
  const pairs = new Map<number, Edge>();
  chosen.forEach((p) => {
    for (const i of index.around(sketch.points[p]!)) {
      const q = chosen[i]!;
      if (p !== q) pairs.set(pairKey(p, q), edgeOf(p, q));
    }
  });
  return [...pairs.values()];
}
