import { describe, expect, it } from "vitest";

import { Reads } from "../../testing/reads";
import type { Board } from "../../wire";
import { geometryOf } from "../geometry";
import { graphOf } from "../graph";
import { bare, box, grid, moebius, sphere, torus } from "../testing/boards";
import { compose, distance, dot, rotate, slerp, sub, turn, unit, type Vec } from "../vec";
import { neighbourToward } from "../walk";
import { fromAfar, isSeen, look, pickSolid, type Pose, type Scene } from "./camera";
import { followTurn, frontTurn, homeTurn, turnTo } from "./front";
import { Orbit } from "./orbit";
import { skinOf } from "./skin";
import { centred } from "./surface";

/** The identity rotation. */
const IDENTITY = [0, 0, 0, 1] as const;
const pose: Pose = { turn: IDENTITY, away: 30, aside: [0, 0], width: 800, height: 600 };

function sceneOf(board: Board, seeThrough = false): Scene {
  const geometry = geometryOf(board);
  const places = centred(board.coords, geometry);
  return { places, geometry, surface: skinOf(places, geometry, board.edges, 4000), seeThrough };
}

const lookAt = (scene: Scene, p: Pose) => look(scene.places, scene.geometry, p);

describe("geometry", () => {
  it("recovers the faces that a file of edges has lost", () => {
    for (const board of [torus(12, 6), torus(6, 6), sphere(12, 7), moebius(24, 4)]) {
      const derived = geometryOf(bare(board)).faces;
      expect(derived).toHaveLength(board.faces.length);
      const key = (face: readonly number[]) => [...face].sort((a, b) => a - b).join();
      expect(new Set(derived.map(key))).toEqual(new Set(board.faces.map(key)));
    }
  });

  it("finds no surface in a solid box", () => {
    expect(geometryOf(box(3))).toMatchObject({ solid: true, faces: [], selfCrossing: false });
  });

  it("has normals across the surface", () => {
    const board = sphere(16, 9);
    geometryOf(board).normals.forEach((normal, p) => {
      expect(Math.abs(dot(normal, unit(board.coords[p]!)))).toBeGreaterThan(0.9);
    });
  });

  it("knows how far the ground rises around a stone", () => {
    const board = torus(9, 9);
    const { rises, stones, normals } = geometryOf(board);
    for (const [a, b] of board.edges) {
      const edge = unit(sub(board.coords[b]!, board.coords[a]!));
      const rise = stones[a]! * Math.min(0.5, Math.abs(dot(edge, normals[a]!)));
      expect(rises[a]! + 1e-5).toBeGreaterThanOrEqual(rise);
    }
    expect(Math.max(...rises)).toBeGreaterThan(0);
    for (const flat of [grid(9), box(3)]) expect(Math.max(...geometryOf(flat).rises)).toBe(0);
  });

  it("leaves room for neighbouring stones", () => {
    for (const board of [torus(9, 9), sphere(12, 8), moebius(11, 5), grid(9)]) {
      const { stones } = geometryOf(board);
      for (const [a, b] of board.edges) {
        expect(stones[a]! + stones[b]!).toBeLessThanOrEqual(
          distance(board.coords[a]!, board.coords[b]!) + 1e-4,
        );
      }
    }
  });

  it("distinguishes closed one-sided surfaces, which cross themselves, from others", () => {
    expect(geometryOf(torus(9, 9)).selfCrossing).toBe(false);
    expect(geometryOf(moebius(11, 5)).selfCrossing).toBe(false);
    // The smallest projective plane: six points, ten triangles.
    const faces = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5], [0, 5, 1], [1, 2, 4], [2, 3, 5], [3, 4, 1], [4, 5, 2], [5, 1, 3]]; // prettier-ignore
    const coords = Array.from({ length: 6 }, (_, i): [number, number, number] => [
      Math.sin(i),
      Math.cos(3 * i),
      i % 3,
    ]);
    const edges = coords.flatMap((_, i) => coords.slice(0, i).map((_, j): [number, number] => [j, i]));
    expect(geometryOf({ ...torus(3, 3), coords, edges, faces }).selfCrossing).toBe(true);
  });
});

describe("picking", () => {
  const scene = sceneOf(torus(16, 10));

  it("hits every visible point in its middle", () => {
    const sight = lookAt(scene, { ...pose, turn: turn([1, 0, 0], 0.8) });
    let seen = 0;
    for (let p = 0; p < scene.places.length; p++) {
      if (!isSeen(scene, sight, p)) continue;
      seen++;
      expect(pickSolid(scene, sight, sight.x[p]!, sight.y[p]!)).toBe(p);
    }
    expect(seen).toBeGreaterThan(50);
    expect(seen).toBeLessThan(110);
  });

  it("never hits the far side through the surface, from any side", () => {
    for (let i = 0; i < 8; i++) {
      const sight = lookAt(scene, { ...pose, turn: turn(unit([1, i - 3, 0.3 * i]), i) });
      for (let x = 200; x < 600; x += 23) {
        for (let y = 150; y < 450; y += 23) {
          const hit = pickSolid(scene, sight, x, y);
          if (hit >= 0) expect(isSeen(scene, sight, hit)).toBe(true);
        }
      }
    }
  });

  it("reaches the far side through a transparent surface, but prefers near points", () => {
    const ball = sceneOf(sphere(12, 7), true);
    const sight = lookAt(ball, pose);
    const far = ball.places.findIndex((p) => p[2] < -1.5);
    expect(isSeen(ball, sight, far)).toBe(true);
    const both = lookAt(sceneOf(box(3), true), pose);
    const boxed = sceneOf(box(3));
    const front = boxed.places.findIndex((p) => p[0] === 0 && p[1] === 0 && p[2] === 1);
    expect(pickSolid(boxed, both, both.x[front]!, both.y[front]!)).toBe(front);
  });

  it("hits nothing beside the board or behind the eye", () => {
    expect(pickSolid(scene, lookAt(scene, pose), 5, 5)).toBe(-1);
    const inside = lookAt(scene, { ...pose, away: 0.1 });
    const behind = scene.places.findIndex((p) => p[2] > 1);
    expect(isSeen(scene, inside, behind)).toBe(false);
    expect(pickSolid(scene, inside, Number.NaN, Number.NaN)).toBe(-1);
  });

  it("checks at most eight points closely, on the largest boards too", () => {
    const large = sceneOf(torus(125, 80));
    const sight = lookAt(large, { ...pose, away: 100 });
    const nearest = sight.ahead.indexOf(Math.min(...sight.ahead));
    const farthest = sight.ahead.indexOf(Math.max(...sight.ahead));
    const pick = (point: number) =>
      pickSolid(
        { ...large, places: new Reads(8).list(large.places) },
        sight,
        sight.x[point]!,
        sight.y[point]!,
      );
    expect(pick(nearest)).toBe(nearest);
    expect(sight.ahead[pick(farthest)]).toBeLessThan(sight.ahead[farthest]! - 1);
  });
});

describe("fronts", () => {
  it("rotate any point of a torus or a band to where it is visible", () => {
    for (const board of [torus(12, 8), moebius(20, 4), sphere(12, 7)]) {
      const scene = sceneOf(board);
      const away = 5 * scene.geometry.radius;
      for (let p = 0; p < scene.places.length; p++) {
        const to = frontTurn(scene, p, homeTurn(scene.geometry), away);
        expect(isSeen(scene, lookAt(scene, { ...pose, turn: to, away }), p)).toBe(true);
      }
    }
  });

  it("starts with what matters in front, and as always where that is seen or all around", () => {
    const scene = sceneOf(sphere(12, 7));
    const home = homeTurn(scene.geometry);
    const away = 5 * scene.geometry.radius;
    const ring = sceneOf(torus(12, 8));
    const below = ring.places.flatMap((place, p) => (rotate(home, place)[1] < -0.8 ? [p] : []));
    const under = lookAt(ring, { ...pose, turn: turnTo(ring, below, home, 20), away: 20 });
    expect(below.filter((p) => isSeen(ring, under, p)).length).toBeGreaterThan(0.9 * below.length);
    const back = scene.places.flatMap((place, p) => (place[2] < -1.2 ? [p] : []));
    const front = scene.places.flatMap((place, p) => (place[2] > 1.5 ? [p] : []));
    const sight = lookAt(scene, { ...pose, turn: turnTo(scene, back, home, away), away });
    expect(back.length).toBeGreaterThan(3);
    expect(back.filter((p) => !isSeen(scene, sight, p))).toEqual([]);
    const most = [...front, ...back, ...back];
    expect(turnTo(scene, most, home, away)).not.toBe(home);
    expect(turnTo(scene, front, home, away)).toBe(home);
    expect(turnTo(scene, [...scene.places.keys()], home, away)).toBe(home);
    expect(turnTo(scene, [], home, away)).toBe(home);
  });

  it("check no more than 64 of the points that matter", () => {
    const scene = sceneOf(sphere(60, 20));
    const home = homeTurn(scene.geometry);
    let looks = 0;
    const places = new Proxy(scene.places, {
      get: (target, key) => {
        if (typeof key === "string" && /^\d+$/.test(key)) looks++;
        return Reflect.get(target, key) as unknown;
      },
    });
    const back = scene.places.flatMap((place, p) => (place[2] < 0 ? [p] : []));
    expect(back.length).toBeGreaterThan(500);
    const to = turnTo({ ...scene, places }, back, home, 5 * scene.geometry.radius);
    expect(to).not.toBe(home);
    // From home and from twelve other rotations; the remaining calls are for those rotations.
    expect(looks).toBeLessThan(2 * 13 * 64);
  });

  it("leave the board alone while the cursor's point is well in view", () => {
    const scene = sceneOf(sphere(12, 7));
    const front = scene.places.findIndex((p) => p[2] > 1.5);
    expect(followTurn(scene, front, pose, true)).toBe(pose.turn);
    const side = scene.places.findIndex((p) => p[0] > 1.88);
    expect(followTurn(scene, side, pose, true)).not.toBe(pose.turn);
  });

  it("let the keyboard go once round a sphere, always in view", () => {
    const board = sphere(12, 7);
    const scene = sceneOf(board);
    let view = { ...pose, away: 12 };
    // From the middle row: a great circle along it meets neither of the cut-off poles.
    let at = scene.places.findIndex((p) => p[2] > 1.5 && Math.abs(p[1]) < 0.01);
    const visited = new Set([at]);
    for (let i = 0; i < 24; i++) {
      const sight = lookAt(scene, view);
      const next = neighbourToward(graphOf(board), at, (p) => fromAfar(scene.places, view.turn, p), [1, 0]);
      expect(next).toBeGreaterThanOrEqual(0);
      view = { ...view, turn: followTurn(scene, next, view, isSeen(scene, sight, next)) };
      expect(isSeen(scene, lookAt(scene, view), next)).toBe(true);
      at = next;
      visited.add(at);
    }
    expect(visited.size).toBeGreaterThanOrEqual(12);
  });

  it("show a flat sheet in space nearly face on", () => {
    const lying = {
      ...grid(9),
      flat: false,
      coords: grid(9).coords.map(([x, y]) => [x, 0, y] as [number, number, number]),
    };
    const home = homeTurn(geometryOf(lying));
    expect(Math.abs(rotate(home, [0, 1, 0])[2])).toBeGreaterThan(0.85);
  });
});

describe("orbit", () => {
  const make = () => {
    const orbit = new Orbit(5, IDENTITY);
    orbit.fit(800, 600);
    return orbit;
  };

  it("shows the whole board at first, in a tall window too", () => {
    for (const [width, height] of [
      [800, 600],
      [390, 844],
    ] as const) {
      const orbit = new Orbit(5, IDENTITY);
      orbit.fit(width, height);
      const sight = look(
        [
          [5, 0, 0],
          [0, 5, 0],
        ],
        geometryOf(grid(2)),
        { ...pose, ...{ width, height }, away: orbit.away },
      );
      expect(sight.x[0]).toBeLessThan(width);
      expect(sight.y[1]).toBeGreaterThan(0);
    }
  });

  it("moves the near side along with the hand", () => {
    const orbit = make();
    orbit.drag(0.1, 0.05, 16);
    const [x, y] = rotate(orbit.turn, [0, 0, 1]);
    expect(x).toBeGreaterThan(0);
    expect(y).toBeLessThan(0);
  });

  it("spins after a throw, slows down and stops", () => {
    const orbit = make();
    for (let i = 0; i < 5; i++) orbit.drag(0.05, 0, 16);
    orbit.release(8, false, 1000);
    const thrown = orbit.turn;
    let now = 1000;
    let frames = 0;
    while (orbit.step((now += 16))) frames++;
    expect(frames).toBeGreaterThan(20);
    expect(frames).toBeLessThan(400);
    expect(orbit.turn).not.toEqual(thrown);
    expect(orbit.step(now + 16)).toBe(false);
  });

  it("stops immediately when it is touched, and does not spin after a slow drag", () => {
    const orbit = make();
    orbit.drag(0.1, 0, 16);
    orbit.release(8, false, 1000);
    expect(orbit.step(1016)).toBe(true);
    orbit.stop();
    const at = orbit.turn;
    expect(orbit.step(1032)).toBe(false);
    expect(orbit.turn).toEqual(at);
    orbit.drag(0.1, 0, 16);
    orbit.release(200, false, 2000);
    expect(orbit.step(2016)).toBe(false);
  });

  it("glides home, or jumps there with reduced motion", () => {
    const orbit = make();
    const first = orbit.away;
    orbit.turnBy(2, 1);
    orbit.zoom(3);
    orbit.shift(1, 1);
    expect(orbit.away).toBeCloseTo(first / 3);
    orbit.goHome(false, 0);
    expect(orbit.step(100)).toBe(true);
    expect(orbit.step(1000)).toBe(false);
    const front = rotate(orbit.turn, [0, 0, 1]);
    expect(front[2]).toBeCloseTo(1, 9);
    expect(orbit.away).toBe(first);
    expect(orbit.aside).toEqual([0, 0]);
    orbit.turnBy(1, 0);
    orbit.goHome(true, 0);
    expect(orbit.turn).toBe(IDENTITY);
  });

  it("rotates by itself about its own axis until the user grabs it", () => {
    const orbit = make();
    orbit.turnBy(0, 0.7);
    orbit.cruise = 0.5;
    let now = 0;
    const axis = rotate(orbit.turn, [0, 1, 0]);
    const before = rotate(orbit.turn, [0, 0, 1]);
    for (let i = 0; i < 100; i++) expect(orbit.step((now += 20))).toBe(true);
    expect(distance(rotate(orbit.turn, [0, 1, 0]), axis)).toBeLessThan(1e-9);
    expect(Math.acos(dot(before, rotate(orbit.turn, [0, 0, 1])))).toBeCloseTo(1, 6);
    orbit.hold();
    const at = orbit.turn;
    expect(orbit.step((now += 20))).toBe(false);
    expect(orbit.turn).toBe(at);
    orbit.release(Infinity, true, now);
    expect(orbit.step(now + 20)).toBe(true);
    expect(orbit.turn).not.toEqual(at);
  });

  it("zooms within bounds", () => {
    const orbit = make();
    const first = orbit.away;
    for (let i = 0; i < 100; i++) orbit.zoom(2);
    expect(orbit.away).toBeGreaterThan(first / 10);
    for (let i = 0; i < 100; i++) orbit.zoom(0.5);
    expect(orbit.away).toBeLessThan(first * 2.5);
  });
});

describe("rotations", () => {
  it("compose, and slerp goes evenly from one to the other", () => {
    const a = turn([0, 1, 0], 0.4);
    const b = compose(turn([0, 1, 0], 1), a);
    const half = rotate(slerp(a, b, 0.5), [0, 0, 1]);
    const wanted: Vec = [Math.sin(0.9), 0, Math.cos(0.9)];
    expect(distance(half, wanted)).toBeLessThan(1e-9);
  });
});
