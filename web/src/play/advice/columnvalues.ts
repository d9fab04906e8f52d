// What columns are worth, in words that fit under them.
import type { ColumnValue } from "../../board/state.ts";
import { percent } from "../../lib/words/words.ts";
import type { Board, Candidate } from "../../wire.ts";

/** The values of the columns that were looked at, from left to right. */
export function columnValues(board: Board, candidates: readonly Candidate[]): ColumnValue[] {
  const drops = candidates.filter((c) => c.point >= 0);
  const best = Math.max(...drops.map(rank));
  return drops
    .map((c) => ({ ...wordsOf(c), point: c.point, best: rank(c) === best }))
    .sort((a, b) => (a.point % board.width) - (b.point % board.width));
}

/** Orders candidates: quick wins first, then chances, then losses that take long. */
function rank({ value, mate }: Candidate): number {
  if (mate > 0) return 2 - mate / 1e4;
  if (mate < 0) return -2 - mate / 1e4;
  return value;
}

function wordsOf({ value, mate, solved }: Candidate): Pick<ColumnValue, "lines" | "words"> {
  const moves = Math.ceil(Math.abs(mate) / 2);
  const plural = moves === 1 ? "move" : "moves";
  if (mate > 0) return { lines: ["Win", `in ${moves}`], words: `wins in ${moves} ${plural}` };
  if (mate < 0) return { lines: ["Loss", `in ${moves}`], words: `loses in ${moves} ${plural}` };
  if (!solved) return { lines: [percent(value)], words: `win chance ${Math.round(100 * value)} per cent` };
  if (value > 0.5) return { lines: ["Win"], words: "wins" };
  if (value < 0.5) return { lines: ["Loss"], words: "loses" };
  return { lines: ["Draw"], words: "a draw" };
}
