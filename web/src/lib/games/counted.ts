import type { State } from "../../wire.ts";

/**
 * Whether a game is at its count, or has ended by it. Where its last moves are two
 * passes and it is not, the players have played on.
 */
export const isCounted = (state: State): boolean => state.phase === "scoring" || state.resultHow === "score";
