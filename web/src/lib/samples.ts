// A few stones of each game, for the small pictures that it is chosen by.
import { BLACK, WHITE } from "../board/state.ts";
import type { Board } from "../wire.ts";

interface Sample {
  /** spec; small boards make clear pictures */
  board: string;
  black: string;
  white: string;
}

const samples: Record<string, Sample> = {
  weiqi: { board: "grid:9", black: "E7 G6 C4 D3 F3 E5", white: "C6 D6 G4 F4 C3 H5" },
  gomoku: { board: "grid:9", black: "D4 E5 C3 F4 D6 E3", white: "F6 B2 E4 D3 G4" },
  connect4: { board: "grid:7x6", black: "D1 D3 C1 E2 B1 E4", white: "D2 E1 C2 E3 F1 A1" },
  capturefive: { board: "grid:9", black: "C5 D5 E5 F5 E3 D7", white: "B5 D6 E6 C4 E4 G6" },
  "atari-go": { board: "grid:7", black: "D4 E4 D3 C5", white: "E5 D5 C4 F4" },
  pente: { board: "grid:9", black: "E5 F6 D4 E7 G5 C5", white: "F5 E6 D7 C4 G7" },
  pentalath: { board: "hex:4", black: "E5 F5 D4 E6", white: "E4 F6 D5 G5" },
};

/** The board of a game's picture, "" where there is none. */
export const sampleBoard = (game: string): string => samples[game]?.board ?? "";

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
