import { describe, expect, it } from "vitest";
import type { Board } from "../../wire";
import { geometryOf } from "../geometry";
import { bare, grid, moebius, sphere, torus } from "../testing/boards";
import { distance, dot, length, unit, type Vec } from "../vec";
import { looseEdges, MARGIN, reachOf, skinOf, type Skin } from "./skin";
import { centred } from "./surface";

function clothe(board: Board, most = 2000) {
  const geometry = geometryOf(board);
  const places = centred(board.coords, geometry);
  return { geometry, places, skin: skinOf(places, geometry, board.edges, most) };
}

const three = (from: Float32Array, i: number): Vec => [from[3 * i]!, from[3 * i + 1]!, from[3 * i + 2]!];
const cornersOf = (skin: Skin) =>
  Array.from({ length: skin.positions.length / 3 }, (_, i) => ({
    at: three(skin.positions, i),
    normal: three(skin.normals, i),
    lines: Math.min(...skin.lines.subarray(4 * i, 4 * i + 4)),
    points: [...skin.points.subarray(4 * i, 4 * i + 4)],
    radii: [...skin.radii.subarray(4 * i, 4 * i + 4)],
  }));

/** The sides of a cube with three points an edge; shared points are merged. */
function cube(): Board {
  const coords: [number, number, number][] = [];
  const faces: number[][] = [];
  const at = (v: Vec): number => {
    const known = coords.findIndex((c) => distance(c, v) < 1e-9);
    return known >= 0 ? known : coords.push([...v]) - 1;
  };
  for (const axis of [0, 1, 2]) {
    for (const side of [-1, 1]) {
      const put = (a: number, b: number): number => {
        const v = [a, b];
        v.splice(axis, 0, side);
        return at(v as unknown as Vec);
      };
      for (const a of [-1, 0])
        for (const b of [-1, 0]) faces.push([put(a, b), put(a + 1, b), put(a + 1, b + 1), put(a, b + 1)]);
    }
  }
  const edges = new Map<string, [number, number]>();
  for (const face of faces) {
    face.forEach((p, i) => {
      const q = face[(i + 1) % 4]!;
      edges.set([Math.min(p, q), Math.max(p, q)].join(), [p, q]);
    });
  }
  const names = coords.map((_, p) => String(p + 1));
  return { ...torus(3, 3), coords, faces, edges: [...edges.values()], names };
}

describe("the skin", () => {
  it("makes a round ring of a torus with few points, and no hexagonal nut", () => {
    for (const board of [torus(9, 9), torus(16, 7), bare(torus(9, 9))]) {
      const [columns, rows] = board.coords.length === 81 ? [9, 9] : [16, 7];
      const tube = rows / (2 * Math.PI);
      const ring = Math.max(columns / (2 * Math.PI), 1.6 * tube);
      const middle = geometryOf(board).center;
      for (const { at, normal } of cornersOf(clothe(board).skin)) {
        const [x, y, z] = [at[0] + middle[0], at[1] + middle[1], at[2] + middle[2]];
        const round = Math.hypot(x, z);
        const out: Vec = [x - (ring * x) / round, y, z - (ring * z) / round];
        expect(Math.abs(length(out) - tube) / tube).toBeLessThan(0.02);
        expect(Math.abs(dot(unit(out), normal))).toBeGreaterThan(0.99);
      }
    }
  });

  it("makes a ball of a globe, including the caps", () => {
    const open = sphere(12, 7);
    const last = open.coords.length - 12;
    const caps = [Array.from({ length: 12 }, (_, i) => i), Array.from({ length: 12 }, (_, i) => last + i)];
    const board = { ...open, faces: [...open.faces, ...caps] };
    const radius = 12 / (2 * Math.PI);
    const corners = cornersOf(clothe(board).skin);
    for (const { at, normal } of corners) {
      expect(Math.abs(length(at) - radius) / radius).toBeLessThan(0.02);
      expect(Math.abs(dot(unit(at), normal))).toBeGreaterThan(0.985);
    }
    expect(Math.max(...corners.map((c) => c.at[1]))).toBeGreaterThan(0.98 * radius);
  });

  it("leaves a cube its edges", () => {
    for (const { at, normal } of cornersOf(clothe(cube()).skin)) {
      expect(Math.max(...at.map(Math.abs))).toBeCloseTo(1, 6);
      expect(Math.max(...normal.map(Math.abs))).toBeCloseTo(1, 6);
    }
  });

  it("extends beyond the rim of a band, so that its stones rest on something", () => {
    const { geometry, skin, places } = clothe(moebius(20, 4));
    const farthest = Math.max(...cornersOf(skin).map(({ at }) => length(at)));
    expect(farthest).toBeGreaterThan(Math.max(...places.map(length)) + 0.6 * MARGIN * geometry.spacing);
    // A closed surface has no rim.
    const ring = cornersOf(clothe(torus(12, 8)).skin);
    expect(new Set(ring.map(({ at }) => at.map((v) => Math.round(1e4 * v)).join())).size).toBeLessThan(
      ring.length / 3,
    );
  });

  it("has no gaps: patches share the curves between them", () => {
    for (const board of [torus(9, 9), sphere(12, 7), moebius(20, 4)]) {
      const sides = new Map<string, number>();
      const { skin } = clothe({ ...board }, 600);
      const corners = cornersOf(skin);
      const key = (at: Vec) => at.map((v) => Math.round(1e4 * v) + 0).join();
      for (let i = 0; i < corners.length; i += 3) {
        for (let j = 0; j < 3; j++) {
          const ends = [key(corners[i + j]!.at), key(corners[i + ((j + 1) % 3)]!.at)].sort();
          sides.set(ends.join(" "), (sides.get(ends.join(" ")) ?? 0) + 1);
        }
      }
      const open = [...sides.values()].filter((n) => n === 1).length;
      if (board.coords.length === 81) expect(open).toBe(0);
      else expect(open).toBeLessThan(0.15 * sides.size); // the rim alone
    }
  });

  it("knows at each point the lines and the point itself", () => {
    const { geometry, places, skin } = clothe(torus(9, 9));
    let found = 0;
    for (const { at, lines, points, radii } of cornersOf(skin)) {
      const here = places.findIndex((place) => distance(place, at) < 1e-6);
      if (here < 0) continue;
      found++;
      expect(lines).toBeLessThan(1e-6);
      points.forEach((p, i) => {
        expect(radii[i]! * geometry.stones[p]!).toBeCloseTo(distance(places[p]!, at), 3);
      });
    }
    expect(found).toBeGreaterThan(81);
  });

  it("keeps to a number of triangles if the faces allow it", () => {
    expect(clothe(torus(20, 20), 4000).skin.positions.length / 9).toBeLessThanOrEqual(4000);
    expect(clothe(torus(40, 30), 100).skin.positions.length / 9).toBe(2400);
  });

  it("leaves out edges that are not sides of faces", () => {
    const board = torus(9, 9);
    expect(looseEdges(board.faces, board.edges)).toEqual([]);
    expect(looseEdges([], grid(3).edges)).toHaveLength(12);
  });
});

describe("stones on a cube", () => {
  it("are smaller on its edges, where they lean towards each other", () => {
    const board = cube();
    const { stones } = geometryOf(board);
    const onEdges = board.coords.map((c) => c.filter((v) => Math.abs(v) === 1).length);
    const inside = stones[onEdges.indexOf(1)]!;
    expect(stones[onEdges.indexOf(2)]!).toBeLessThan(0.9 * inside);
    expect(stones[onEdges.indexOf(3)]!).toBeLessThan(0.95 * inside);
  });
});

describe("the reach of a board", () => {
  it("includes its rim and its stones", () => {
    for (const board of [torus(9, 9), moebius(20, 4)]) {
      const { geometry, skin } = clothe(board);
      const reach = reachOf(skin, geometry);
      expect(Math.max(...cornersOf(skin).map(({ at }) => length(at)))).toBeLessThan(reach);
      expect(reach).toBeLessThan(geometry.radius + 1.2 * geometry.spacing);
    }
    const skin = clothe(grid(1)).skin;
    expect(reachOf(skin, geometryOf(grid(5)))).toBeGreaterThan(geometryOf(grid(5)).radius);
  });
});
