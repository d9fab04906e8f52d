// The board of a game, with its points as the players of that game call them.
import { lettered, type LetteredBoard } from "../../board/letters.ts";
import { lettersOf } from "../../lib/games/known.svelte.ts";
import type { Board } from "../../wire.ts";

/** A board as it is shown in a game of these rules, by their id. */
export const gameBoard = (board: Board, rules: string): LetteredBoard => lettered(board, lettersOf(rules));
