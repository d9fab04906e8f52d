/** The screen positions of a rotated board's points, and picking. Pure. */
import type { Geometry } from "../geometry";
import { inverse, rotate, type Quat, type Vec } from "../vec";
import { FIELD } from "./orbit";
import { firstHit, isHidden, type Surface } from "./surface";

/** The eye's position, and the window's size in pixels. */
export interface Pose {
  turn: Quat;
  away: number;
  aside: readonly [number, number];
  width: number;
  height: number;
}

/** The screen positions of all points: pixels from the top left, and distance in front of the eye. */
export interface Sight {
  pose: Pose;
  x: Float32Array;
  y: Float32Array;
  ahead: Float32Array;
  /** Radius of a stone in pixels. */
  stone: Float32Array;
  /** The eye's position in the board's own coordinates. */
  eye: Vec;
}

/** Pixels per unit at a distance of one unit. */
const focus = (height: number): number => height / 2 / Math.tan(FIELD / 2);

/** Board units per pixel in the plane through the middle of the board. */
export const unitsPerPixel = (pose: Pose): number => pose.away / focus(pose.height);

export function look(places: readonly Vec[], geometry: Geometry, pose: Pose): Sight {
  const n = places.length;
  const sight: Sight = {
    pose,
    x: new Float32Array(n),
    y: new Float32Array(n),
    ahead: new Float32Array(n),
    stone: new Float32Array(n),
    eye: rotate(inverse(pose.turn), [pose.aside[0], pose.aside[1], pose.away]),
  };
  const f = focus(pose.height);
  for (let p = 0; p < n; p++) {
    const [x, y, z] = rotate(pose.turn, places[p]!);
    const ahead = pose.away - z;
    sight.ahead[p] = ahead;
    if (ahead <= 0) {
      sight.x[p] = sight.y[p] = Number.NaN;
      continue;
    }
    sight.x[p] = pose.width / 2 + ((x - pose.aside[0]) * f) / ahead;
    sight.y[p] = pose.height / 2 - ((y - pose.aside[1]) * f) / ahead;
    sight.stone[p] = (geometry.stones[p]! * f) / ahead;
  }
  return sight;
}

/** A board for picking. */
export interface Scene {
  places: readonly Vec[];
  geometry: Geometry;
  surface: Surface;
  /** The surface does not hide what is behind it. */
  seeThrough: boolean;
}

/**
 * The position of a point as seen from far away, y downwards. Unlike in perspective, a step over the horizon still
 * continues in the same direction.
 */
export function fromAfar(places: readonly Vec[], turned: Quat, point: number): readonly [number, number] {
  const [x, y] = rotate(turned, places[point]!);
  return [x, -y];
}

/** The surface may be this far in front of a point without hiding it: its own faces come near on curved boards. */
export const slackOf = (geometry: Geometry, point: number): number => 1.1 * geometry.stones[point]!;

/** Reports whether no surface is between the eye and the point. */
export function isSeen(scene: Scene, sight: Sight, point: number): boolean {
  if (!(sight.ahead[point]! > 0)) return false;
  if (scene.seeThrough) return true;
  return !isHidden(scene.surface, sight.eye, scene.places[point]!, slackOf(scene.geometry, point));
}

/** Pointers reach at least this many pixels, so that a finger can hit points of a small board. */
const LEAST_REACH = 12;
/** A place is checked no closer than this: more points under one finger cannot be distinguished. */
const MOST_TRIED = 8;

/**
 * The point under the pixel, -1 for none. On an opaque surface, points behind it are skipped. Through a transparent
 * one, the point nearest to the eye under the pointer wins.
 */
export function pickSolid(scene: Scene, sight: Sight, x: number, y: number): number {
  let near: Near[] = [];
  for (let point = 0; point < sight.x.length; point++) {
    const off = Math.hypot(sight.x[point]! - x, sight.y[point]! - y);
    const stone = sight.stone[point]!;
    if (off < Math.max(LEAST_REACH, 1.25 * stone)) near.push({ point, off: off / stone });
  }
  if (scene.seeThrough || scene.surface.positions.length === 0) {
    const ahead = (c: Near) => sight.ahead[c.point]!;
    const under = near.filter((c) => c.off <= 1).sort((a, b) => ahead(a) - ahead(b));
    if (under[0]) return under[0].point;
  } else if (near.length > 1) {
    near = inFrontOf(groundAt(scene, sight, x, y), scene, sight, near);
  }
  near.sort((a, b) => a.off - b.off);
  return near.slice(0, MOST_TRIED).find((c) => isSeen(scene, sight, c.point))?.point ?? -1;
}

interface Near {
  point: number;
  /** Distance from the pointer as a share of the stone's radius. */
  off: number;
}

/** The distance from the eye to the surface at a pixel; Infinity if it misses. */
function groundAt(scene: Scene, { pose, eye }: Sight, x: number, y: number): number {
  const f = focus(pose.height);
  const way = rotate(inverse(pose.turn), [(x - pose.width / 2) / f, (pose.height / 2 - y) / f, -1]);
  return firstHit(scene.surface, eye, way);
}

/** Skips what is clearly behind the ground, so that only few points need a closer check. */
function inFrontOf(ground: number, scene: Scene, sight: Sight, near: Near[]): Near[] {
  return near.filter((c) => sight.ahead[c.point]! <= ground + 3 * scene.geometry.stones[c.point]!);
}
