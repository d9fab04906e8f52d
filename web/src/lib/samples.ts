// A few stones of each game, for the small pictures that it is chosen by.
import { BLACK, WHITE } from "../board/state.ts";
import type { Board } from "../wire.ts";

const samples: Record<string, { black: string; white: string }> = {
  weiqi: { black: "E7 G6 C4 D3 F3 E5", white: "C6 D6 G4 F4 C3 H5" },
  gomoku: { black: "H8 J9 G7 K8 H10 J7", white: "K10 F6 J8 H7 L8" },
  connect4: { black: "D1 D3 C1 E2 B1 E4", white: "D2 E1 C2 E3 F1 A1" },
  capturefive: { black: "C5 D5 E5 F5 E3 D7", white: "B5 D6 E6 C4 E4 G6" },
  "atari-go": { black: "D4 E4 D3 C5", white: "E5 D5 C4 F4" },
  pente: { black: "K10 L11 J9 K12 M10", white: "L10 K11 J12 H9 M12" },
  pentalath: { black: "E5 F5 D4 E6", white: "E4 F6 D5 G5" },
};

/** The stones of a game's picture, one entry a point; points that the board does not name are left out. */
export function sampleOf(game: string, board: Board): Uint8Array {
  const stones = new Uint8Array(board.coords.length);
  const { black = "", white = "" } = samples[game] ?? {};
  const put = (names: string, stone: number) => {
    for (const name of names.split(" ")) {
      const point = board.names.indexOf(name);
      if (point >= 0) stones[point] = stone;
    }
  };
  put(black, BLACK);
  put(white, WHITE);
  return stones;
}
