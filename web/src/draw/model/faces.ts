/** The faces of a flat drawing, and their subdivision. Pure. */
import type { Vec } from "../../board/vec.ts";
import { add, scale } from "../../board/vec.ts";
import { neighbours } from "../../board/graph.ts";
import { crossings } from "./crossings.ts";
import {
  addPoints,
  connect,
  edgeOf,
  graphOfSketch,
  isFlat,
  pairKey,
  type Edge,
  type Sketch,
} from "./sketch.ts";

const known = new WeakMap<Sketch, readonly (readonly number[])[]>();

/** The faces of a sketch: its own, or those between the lines of a flat drawing without crossings. */
export function facesOf(sketch: Sketch): readonly (readonly number[])[] {
  let faces = known.get(sketch);
  if (!faces) {
    faces = sketch.faces.length > 0 ? sketch.faces : traced(sketch);
    known.set(sketch, faces);
  }
  return faces;
}

function traced(sketch: Sketch): number[][] {
  if (!isFlat(sketch) || crossings(sketch.points, sketch.edges, 1).length > 0) return [];
  const graph = graphOfSketch(sketch);
  const around = sketch.points.map(([x, y], p) => {
    const angle = (q: number) => Math.atan2(sketch.points[q]![1] - y, sketch.points[q]![0] - x);
    return [...neighbours(graph, p)].sort((a, b) => angle(a) - angle(b));
  });
  return walks(around).filter((face) => {
    const simple = new Set(face).size === face.length && face.length >= 3;
    return simple && area(face.map((p) => sketch.points[p]!)) > 0;
  });
}

/** The faces of an embedding, given by the neighbours around each point, counterclockwise; each face counterclockwise. */
export function walks(around: readonly (readonly number[])[]): number[][] {
  const places = around.map((list) => new Map(list.map((q, i) => [q, i])));
  const done = around.map((list) => list.map(() => false));
  const faces: number[][] = [];
  around.forEach((list, start) =>
    list.forEach((_, first) => {
      if (done[start]![first]) return;
      const face: number[] = [];
      let [p, i] = [start, first];
      while (!done[p]![i]) {
        done[p]![i] = true;
        face.push(p);
        const q = around[p]![i]!;
        const back = places[q]!.get(p)!;
        // The next edge clockwise after the one just walked: the face stays on the left.
        i = (back - 1 + around[q]!.length) % around[q]!.length;
        p = q;
      }
      faces.push(face);
    }),
  );
  return faces;
}

/** Twice the area of a polygon in the plane; positive if it is counterclockwise. */
const area = (corners: readonly Vec[]): number =>
  corners.reduce((sum, [x, y], i) => {
    const [u, v] = corners[(i + 1) % corners.length]!;
    return sum + x * v - u * y;
  }, 0);

const middle = (points: readonly Vec[]): Vec => scale(points.reduce(add), 1 / points.length);

/**
 * Subdivides faces: "middle" joins a new centre with all corners; "sides" halves the sides as well, and joins their
 * midpoints with the centre, or in a triangle with each other.
 */
export function subdivided(
  sketch: Sketch,
  chosen: readonly (readonly number[])[],
  way: "middle" | "sides",
): Sketch {
  return way === "middle" ? withMiddles(sketch, chosen) : withSides(sketch, chosen);
}

function withMiddles(sketch: Sketch, chosen: readonly (readonly number[])[]): Sketch {
  const first = sketch.points.length;
  const place = (face: readonly number[]) => middle(face.map((p) => sketch.points[p]!));
  const spokes = chosen.flatMap((face, i) => face.map((p): Edge => [p, first + i]));
  const parts = chosen.flatMap((face, i) => face.map((p, k) => [p, face[(k + 1) % face.length]!, first + i]));
  const all = connect(addPoints(sketch, chosen.map(place)), spokes);
  const rest = facesOf(sketch).filter((face) => !chosen.includes(face));
  return { ...all, faces: [...rest, ...parts] };
}

function withSides(sketch: Sketch, chosen: readonly (readonly number[])[]): Sketch {
  const halves = new Map<number, number>();
  const places: Vec[] = [];
  const half = (a: number, b: number): number => {
    const key = pairKey(a, b);
    let p = halves.get(key);
    if (p === undefined) {
      p = sketch.points.length + places.push(middle([sketch.points[a]!, sketch.points[b]!])) - 1;
      halves.set(key, p);
    }
    return p;
  };
  const parts: number[][] = [];
  const pairs: Edge[] = [];
  for (const face of chosen) {
    const mids = face.map((p, i) => half(p, face[(i + 1) % face.length]!));
    const before = (i: number) => mids[(i + mids.length - 1) % mids.length]!;
    if (face.length === 3) {
      mids.forEach((m, i) => pairs.push(edgeOf(before(i), m)));
      parts.push([...mids], ...face.map((p, i) => [p, mids[i]!, before(i)]));
      continue;
    }
    const centre = sketch.points.length + places.push(middle(face.map((p) => sketch.points[p]!))) - 1;
    mids.forEach((m) => pairs.push(edgeOf(m, centre)));
    face.forEach((p, i) => parts.push([p, mids[i]!, centre, before(i)]));
  }
  const through = (list: readonly number[], closed: boolean) =>
    list.flatMap((p, i) => {
      const next = i + 1 < list.length ? list[i + 1] : closed ? list[0] : undefined;
      const between = next === undefined ? undefined : halves.get(pairKey(p, next));
      return between === undefined ? [p] : [p, between];
    });
  const split = sketch.edges.flatMap(([a, b]): Edge[] => {
    const m = halves.get(pairKey(a, b));
    return m === undefined ? [[a, b]] : [edgeOf(a, m), edgeOf(m, b)];
  });
  const rest = facesOf(sketch).filter((face) => !chosen.includes(face));
  const all = addPoints({ ...sketch, edges: split }, places);
  return {
    ...connect(all, pairs),
    faces: [...rest.map((face) => through(face, true)), ...parts],
    lines:
      sketch.lines?.map((line) =>
        line.diagonal ? line : { ...line, points: through(line.points, line.closed) },
      ) ?? null,
  };
}
