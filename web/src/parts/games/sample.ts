// The stones of the small picture of a game.
import { BLACK, WHITE } from "../../board/state.ts";
import type { Board, Sample } from "../../wire.ts";

/** The stones of a picture, one entry per point; unknown points are left out. */
export function sampleStones(sample: Sample, board: Board): Uint8Array {
  const stones = new Uint8Array(board.coords.length);
  const put = (names: readonly string[], stone: number) => {
    for (const name of names) {
      const point = board.names.indexOf(name);
      if (point >= 0) stones[point] = stone;
    }
  };
  put(sample.black, BLACK);
  put(sample.white, WHITE);
  return stones;
}
