/** Rotations that bring a point into view. Pure. */
import type { Geometry } from "../geometry";
import { HOME_TURN } from "../project";
import {
  add,
  between,
  compose,
  cross,
  dot,
  inverse,
  length,
  rotate,
  scale,
  slerp,
  tangent,
  turn,
  unit,
  type Quat,
  type Vec,
} from "../vec";
import { slackOf, type Pose, type Scene } from "./camera";
import { isHidden } from "./surface";

/** The initial rotation of a board: flat sheets nearly face on, all others slightly from above. */
export function homeTurn(geometry: Geometry): Quat {
  let sum: Vec = [0, 0, 0];
  for (const normal of geometry.normals) sum = add(sum, dot(sum, normal) < 0 ? scale(normal, -1) : normal);
  const flatness = length(sum) / Math.max(1, geometry.normals.length);
  if (flatness < 0.95) return HOME_TURN;
  const face = unit(sum);
  const towards: Vec = face[2] < -0.01 || (Math.abs(face[2]) <= 0.01 && face[1] < 0) ? scale(face, -1) : face;
  return compose(turn([1, 0, 0], -0.45), between(towards, [0, 0, 1]));
}

/** The angle off the normal from which a point is viewed if its front is blocked, as inside a ring (radians). */
const SLANTS = [0, 0.6, 1, 1.3];
const AZIMUTHS = 8;

/** Directions from which a point might be visible, the straightest first, then those already turned to the eye. */
function* waysToSee(normal: Vec, now: Quat): Generator<Vec> {
  const x = tangent(normal);
  const y = cross(normal, x);
  const nearness = (way: Vec) => rotate(now, way)[2];
  for (const slant of SLANTS) {
    const ways: Vec[] = [];
    const around = slant === 0 ? 1 : AZIMUTHS;
    for (const side of [1, -1]) {
      for (let i = 0; i < around; i++) {
        const azimuth = (2 * Math.PI * i) / around;
        const aside = add(scale(x, Math.cos(azimuth)), scale(y, Math.sin(azimuth)));
        ways.push(add(scale(normal, side * Math.cos(slant)), scale(aside, Math.sin(slant))));
      }
    }
    yield* ways.sort((a, b) => nearness(b) - nearness(a));
  }
}

/**
 * The nearest rotation in which the point faces the eye and is not hidden. If it is always hidden, as inside a Klein
 * bottle, it faces the eye.
 */
export function frontTurn(scene: Scene, point: number, now: Quat, away: number): Quat {
  const { places, geometry } = scene;
  const turnFor = (way: Vec) => compose(between(rotate(now, way), [0, 0, 1]), now);
  if (geometry.solid) return turnFor(unit(places[point]!));
  const slack = slackOf(geometry, point);
  let first: Quat | null = null;
  for (const way of waysToSee(geometry.normals[point]!, now)) {
    const turned = turnFor(way);
    first ??= turned;
    const eye = rotate(inverse(turned), [0, 0, away]);
    if (scene.seeThrough || !isHidden(scene.surface, eye, places[point]!, slack)) return turned;
  }
  return first ?? now;
}

/** The number of points checked from each rotation: more would delay the page, and add no information. */
const LOOKED_FOR = 64;
/** The number of points that are brought to the front, to count how many others are visible then. */
const TRIED = 12;
/** Another rotation must show this share of the points more than the home rotation. */
const WORTH = 0.1;

/** At most `most` of the points, from all over the list. */
const spread = (points: readonly number[], most: number): readonly number[] =>
  points.length <= most
    ? points
    : Array.from({ length: most }, (_, i) => points[Math.floor((i * points.length) / most)]!);

/** The initial rotation of a board if some points matter: one that shows most of them, `home` if that is as good. */
export function turnTo(scene: Scene, points: readonly number[], home: Quat, away: number): Quat {
  if (points.length === 0 || scene.seeThrough) return home;
  const asked = spread(points, LOOKED_FOR);
  const seenFrom = (to: Quat) => {
    const eye = rotate(inverse(to), [0, 0, away]);
    const seen = (p: number) => !isHidden(scene.surface, eye, scene.places[p]!, slackOf(scene.geometry, p));
    return asked.filter(seen).length;
  };
  let best = { to: home, seen: seenFrom(home) + WORTH * asked.length };
  for (const point of spread(asked, TRIED)) {
    if (best.seen >= asked.length) break;
    const to = frontTurn(scene, point, home, away);
    const seen = seenFrom(to);
    if (seen > best.seen) best = { to, seen };
  }
  return best.to;
}

/** The cosine below which a point has turned away, so that the board should follow. */
const TURNED_AWAY = 0.55;

/** The rotation that follows the cursor to a point: the current one while the point is well in view. */
export function followTurn(scene: Scene, point: number, pose: Pose, seen: boolean): Quat {
  const toward = rotate(pose.turn, scene.geometry.normals[point]!)[2];
  if (seen && (scene.geometry.solid || Math.abs(toward) >= TURNED_AWAY)) return pose.turn;
  const front = frontTurn(scene, point, pose.turn, pose.away);
  return seen ? slerp(pose.turn, front, 0.7) : front;
}
