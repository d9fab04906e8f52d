// The crosstable: the results of all players in every round.
import type { Tournament } from "../wire.ts";

export interface Cell {
  /** the opponent's line in the table, from 1; 0 for none */
  line: number;
  /** "+" won, "-" lost, "=" drawn, "" still playing, "bye" or "out" */
  sign: string;
  /** won or lost without a move */
  forfeit: boolean;
  black: boolean;
  /** id of the game, "" for none */
  game: string;
}

const signs: Record<string, [string, string]> = {
  "": ["", ""],
  black: ["+", "-"],
  white: ["-", "+"],
  draw: ["=", "="],
  "black-forfeit": ["+", "-"],
  "white-forfeit": ["-", "+"],
  absent: ["-", "-"],
};

/** By player, for each round; if a draw was replayed in a round, the last game. */
export function cellsOf(all: Tournament): Cell[][] {
  const line = new Map(all.standings.map((s, i) => [s.player, i + 1]));
  const none = (sign: string): Cell => ({ line: 0, sign, forfeit: false, black: false, game: "" });
  return all.players.map((_, player) =>
    all.rounds.map((round) => {
      const game = round.games.findLast((g) => g.black === player || g.white === player);
      if (!game) return none(round.byes.includes(player) ? "bye" : "out");
      const black = game.black === player;
      const pair = signs[game.result] ?? ["", ""];
      return {
        line: line.get(black ? game.white : game.black) ?? 0,
        sign: pair[black ? 0 : 1],
        forfeit: game.result.endsWith("forfeit") || game.result === "absent",
        black,
        game: game.id ?? "",
      };
    }),
  );
}
