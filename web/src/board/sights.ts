/** What has come to be looked at on a board, which in space may be on the far side. Pure. */
import { EMPTY, type BoardState } from "./state";

/** Why a point should be looked at. */
type Sight = "last" | "good" | "watched";

/** The points of one kind in a state. */
function pointsOf(state: BoardState, sight: Sight): readonly number[] {
  if (sight !== "last") return state[sight];
  return state.last >= 0 && state.stones[state.last] !== EMPTY ? [state.last] : [];
}

/**
 * What a state has to look at that the one before had not; nothing where it is there that
 * somebody sees already. A stone that lay there before is no news.
 */
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

/** Why a point should be looked at still; undefined where there is no reason any more. */
export const sightOf = (state: BoardState, point: number): Sight | undefined =>
  (["last", "good", "watched"] as const).find((sight) => pointsOf(state, sight).includes(point));
