/**
 * Faces of a mesh that came as edges only, so that it can be drawn as a surface
 * whose near side hides the far one.
 *
 * Around each point the neighbours are put in the order of their angle about
 * the point's normal. Walking from edge to edge and always taking the next
 * neighbour in that order goes once round a face: the face tracing of a
 * rotation system (see Mohar and Thomassen, "Graphs on Surfaces", 2001, ch. 3).
 * Normals of adjacent points may point to opposite sides; the walk then turns
 * the other way round, which is what makes one-sided surfaces work.
 */
import { neighbours, type Graph } from "./graph";
import { cross, dot, sub, tangent, type Vec } from "./vec";

const LONGEST_FACE = 8;
/** A wider gap between two neighbours (radians) is the rim of an open surface, not a corner. */
const WIDEST_CORNER = 2.7;

interface Ring {
  /** Neighbours in the order of their angle. */
  points: number[];
  /** Angle from neighbour i to the next one. */
  gaps: number[];
}

/** The faces of at most eight corners, each as its points in order. */
export function deriveFaces(coords: readonly Vec[], graph: Graph, normals: readonly Vec[]): number[][] {
  const rings = coords.map((_, p) => ringAround(coords, graph, normals[p]!, p));
  const used = rings.map((ring) => new Uint8Array(ring.points.length));
  const faces: number[][] = [];
  for (let p = 0; p < rings.length; p++) {
    for (let slot = 0; slot < rings[p]!.points.length; slot++) {
      if (used[p]![slot]) continue;
      const face = traceFace(rings, normals, used, p, slot);
      if (face) faces.push(face);
    }
  }
  return faces;
}

function ringAround(coords: readonly Vec[], graph: Graph, normal: Vec, point: number): Ring {
  const x = tangent(normal);
  const y = cross(normal, x);
  const angled = Array.from(neighbours(graph, point), (q) => {
    const away = sub(coords[q]!, coords[point]!);
    return { q, angle: Math.atan2(dot(away, y), dot(away, x)) };
  }).sort((a, b) => a.angle - b.angle);
  return {
    points: angled.map((a) => a.q),
    gaps: angled.map((a, i) => {
      const next = angled[(i + 1) % angled.length]!;
      const gap = next.angle - a.angle;
      return i + 1 < angled.length ? gap : gap + 2 * Math.PI;
    }),
  };
}

/** Walks round the face between neighbours `slot` and `slot + 1` of `start`; null if it is not a face. */
function traceFace(
  rings: readonly Ring[],
  normals: readonly Vec[],
  used: readonly Uint8Array[],
  start: number,
  slot: number,
): number[] | null {
  const face: number[] = [];
  const corners: [number, number][] = [];
  let at = start;
  let corner = slot;
  let forward = true;
  for (;;) {
    const ring = rings[at]!;
    if (ring.gaps[corner]! > WIDEST_CORNER || face.includes(at) || face.length === LONGEST_FACE) return null;
    face.push(at);
    corners.push([at, corner]);
    const next = ring.points[forward ? (corner + 1) % ring.points.length : corner]!;
    if (dot(normals[at]!, normals[next]!) < 0) forward = !forward;
    const nextRing = rings[next]!;
    const back = nextRing.points.indexOf(at);
    corner = forward ? back : (back + nextRing.points.length - 1) % nextRing.points.length;
    at = next;
    if (at === start) break;
  }
  if (corner !== slot || !forward || face.length < 3) return null;
  for (const [p, c] of corners) used[p]![c] = 1;
  return face;
}
