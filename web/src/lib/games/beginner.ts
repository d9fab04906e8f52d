// A game for a user who has just learned the rules.
import { paths } from "../router/routes.ts";
import { newGame } from "../server/api.ts";
import { settings } from "../settings.svelte.ts";

/** Starts a game against the computer at its lowest level, plays the first move, and returns the table's address. */
export async function beginnersGame(board: string, rules: string): Promise<string> {
  const { id } = await newGame({
    board,
    rules,
    color: "black",
    opponent: "level:1",
    name: settings.name.trim(),
  });
  return paths.game(id);
}
