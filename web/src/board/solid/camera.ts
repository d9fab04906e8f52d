/** Where the points of a turned board are seen, and which one lies under the pointer. Pure. */
import type { Geometry } from "../geometry";
import { inverse, rotate, type Quat, type Vec } from "../vec";
import { FIELD } from "./orbit";
import { firstHit, isHidden, type Surface } from "./surface";

/** Where the eye is, and the window's size in pixels. */
export interface Pose {
  turn: Quat;
  away: number;
  aside: readonly [number, number];
  width: number;
  height: number;
}

/** The places of all points on screen: pixels from the top left, and distance in front of the eye. */
export interface Sight {
  pose: Pose;
  x: Float32Array;
  y: Float32Array;
  ahead: Float32Array;
  /** Radius of a stone in pixels. */
  stone: Float32Array;
  /** The eye's place in the board's own coordinates. */
  eye: Vec;
}

/** Pixels that one unit takes at a distance of one unit. */
const focus = (height: number): number => height / 2 / Math.tan(FIELD / 2);

/** Board units a pixel in the plane through the middle of the board. */
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

/** A board that can be picked from. */
export interface Scene {
  places: readonly Vec[];
  geometry: Geometry;
  surface: Surface;
  /** The surface does not hide what lies behind it. */
  seeThrough: boolean;
}

/**
 * Where a point lies as seen from far away, y downwards. Unlike in perspective,
 * a step over the horizon still leads on in the same direction.
 */
export function fromAfar(places: readonly Vec[], turned: Quat, point: number): readonly [number, number] {
  const [x, y] = rotate(turned, places[point]!);
  return [x, -y];
}

/** How far a surface may lie before a point without hiding it: its own faces come near on curved boards. */
export const slackOf = (geometry: Geometry, point: number): number => 1.1 * geometry.stones[point]!;

/** Whether nothing of the surface lies between the eye and the point. */
export function isSeen(scene: Scene, sight: Sight, point: number): boolean {
  if (!(sight.ahead[point]! > 0)) return false;
  if (scene.seeThrough) return true;
  return !isHidden(scene.surface, sight.eye, scene.places[point]!, slackOf(scene.geometry, point));
}

/** Pointers reach this many pixels at least, so that a small board can be hit by a finger. */
const LEAST_REACH = 12;
/** A place is looked at no closer than this: so many points under one finger cannot be told apart. */
const MOST_TRIED = 8;

/**
 * The point under the pixel, -1 for none. Through an opaque surface nothing is
 * hit: a point behind it is passed over. Where one sees through, what is under
 * the pointer and nearest to the eye counts.
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

/** How far ahead of the eye the surface lies at a pixel; Infinity where there is none. */
function groundAt(scene: Scene, { pose, eye }: Sight, x: number, y: number): number {
  const f = focus(pose.height);
  const way = rotate(inverse(pose.turn), [(x - pose.width / 2) / f, (pose.height / 2 - y) / f, -1]);
  return firstHit(scene.surface, eye, way);
}

/** Leaves out what lies clearly behind the ground, so that only few points have to be looked at closely. */
function inFrontOf(ground: number, scene: Scene, sight: Sight, near: Near[]): Near[] {
  return near.filter((c) => sight.ahead[c.point]! <= ground + 3 * scene.geometry.stones[c.point]!);
}
