/** Turns that bring a point into view. Pure. */
import type { Geometry } from "../geometry";
import { HOME_TURN } from "../project";
import {
  add,
  between,
  compose,
  dot,
  inverse,
  length,
  rotate,
  scale,
  slerp,
  turn,
  unit,
  type Quat,
  type Vec,
} from "../vec";
import type { Pose, Scene } from "./camera";
import { isHidden } from "./surface";

/** The turn in which a board is shown first: flat sheets nearly face on, all else a little from above. */
export function homeTurn(geometry: Geometry): Quat {
  let sum: Vec = [0, 0, 0];
  for (const normal of geometry.normals) sum = add(sum, dot(sum, normal) < 0 ? scale(normal, -1) : normal);
  const flatness = length(sum) / Math.max(1, geometry.normals.length);
  if (flatness < 0.95) return HOME_TURN;
  const face = unit(sum);
  const towards: Vec = face[2] < -0.01 || (Math.abs(face[2]) <= 0.01 && face[1] < 0) ? scale(face, -1) : face;
  return compose(turn([1, 0, 0], -0.45), between(towards, [0, 0, 1]));
}

/** The ways out of the surface at a point from which it could be seen, the likelier first. */
function waysOut(scene: Scene, point: number, now: Quat): Vec[] {
  const { places, geometry } = scene;
  const outward = unit(places[point]!);
  const normal = geometry.solid ? outward : geometry.normals[point]!;
  const both = [normal, scale(normal, -1)];
  if (geometry.solid) return [normal];
  // Prefer the side that is turned to the eye already, then the shorter turn.
  return both.sort((a, b) => rotate(now, b)[2] - rotate(now, a)[2]);
}

/** The nearest turn in which the point faces the eye and, if that can be, is not hidden. */
export function frontTurn(scene: Scene, point: number, now: Quat, away: number): Quat {
  const ways = waysOut(scene, point, now);
  const slack = 1.1 * scene.geometry.stones[point]!;
  const clear = ways.find((way) => {
    const turned = compose(between(rotate(now, way), [0, 0, 1]), now);
    const eye = rotate(inverse(turned), [0, 0, away]);
    return scene.seeThrough || !isHidden(scene.surface, eye, scene.places[point]!, slack);
  });
  return compose(between(rotate(now, clear ?? ways[0]!), [0, 0, 1]), now);
}

/** The cosine below which a point has turned so far away that the board should follow. */
const TURNED_AWAY = 0.35;

/** The turn to follow the cursor to a point: the present one while the point is well in view. */
export function followTurn(scene: Scene, point: number, pose: Pose, seen: boolean): Quat {
  const toward = rotate(pose.turn, scene.geometry.normals[point]!)[2];
  if (seen && (scene.geometry.solid || Math.abs(toward) >= TURNED_AWAY)) return pose.turn;
  const front = frontTurn(scene, point, pose.turn, pose.away);
  return seen ? slerp(pose.turn, front, 0.6) : front;
}
