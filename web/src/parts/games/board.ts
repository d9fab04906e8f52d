// The board of a game, with the point names of that game's players.
import { lettered, type LetteredBoard } from "../../board/letters.ts";
import { lettersOf } from "../../lib/games/known.svelte.ts";
import type { Board } from "../../wire.ts";

/** A board with the point names for these rules, by their id. */
export const gameBoard = (board: Board, rules: string): LetteredBoard => lettered(board, lettersOf(rules));
