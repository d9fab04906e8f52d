import type { State } from "../../wire.ts";

/**
 * Reports whether a game is in the count, or ended with it. If its last moves are two passes and it is not, the
 * players have resumed play.
 */
export const isCounted = (state: State): boolean => state.phase === "scoring" || state.resultHow === "score";
