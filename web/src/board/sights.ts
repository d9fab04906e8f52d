/** New things to look at on a board, which may be on the far side of a solid one. Pure. */
import { EMPTY, type BoardState } from "./state";

/** Why the user should look at a point. */
type Sight = "last" | "good" | "watched";

/** The points of one kind in a state. */
function pointsOf(state: BoardState, sight: Sight): readonly number[] {
  if (sight !== "last") return state[sight];
  return state.last >= 0 && state.stones[state.last] !== EMPTY ? [state.last] : [];
}

/** What is new in a state; nothing if part of it is visible already. Old stones are not new. */
export function newSight(
  was: BoardState,
  now: BoardState,
  sight: Sight,
  seen: (point: number) => boolean,
): number {
  const points = pointsOf(now, sight);
  if (points.some(seen)) return -1;
  const old = pointsOf(was, sight);
  const fresh = (p: number) => !old.includes(p) && (sight !== "last" || was.stones[p] === EMPTY);
  return points.find(fresh) ?? -1;
}

/** Why the user should still look at a point; undefined if the reason is gone. */
export const sightOf = (state: BoardState, point: number): Sight | undefined =>
  (["last", "good", "watched"] as const).find((sight) => pointsOf(state, sight).includes(point));
