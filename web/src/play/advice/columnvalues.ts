// The values of columns, in texts that fit under them.
import type { ColumnValue } from "../../board/state.ts";
import { percent } from "../../lib/words/words.ts";
import { t } from "../../text/text.ts";
import type { Board, Candidate } from "../../wire.ts";

/** The values of the evaluated columns, from left to right. */
export function columnValues(board: Board, candidates: readonly Candidate[]): ColumnValue[] {
  const drops = candidates.filter((c) => c.point >= 0);
  const best = Math.max(...drops.map(rank));
  return drops
    .map((c) => ({ ...wordsOf(c), point: c.point, best: rank(c) === best }))
    .sort((a, b) => (a.point % board.width) - (b.point % board.width));
}

/** Orders candidates: fast wins first, then win probabilities, then slow losses. */
function rank({ value, mate }: Candidate): number {
  if (mate > 0) return 2 - mate / 1e4;
  if (mate < 0) return -2 - mate / 1e4;
  return value;
}

function wordsOf({ value, mate, solved }: Candidate): Pick<ColumnValue, "lines" | "words"> {
  const [win, loss] = [t("play.values.win"), t("play.values.loss")];
  const count = Math.ceil(Math.abs(mate) / 2);
  const within = t("play.values.in", { moves: count });
  if (mate > 0) return { lines: [win, within], words: t("play.values.winsIn", { count }) };
  if (mate < 0) return { lines: [loss, within], words: t("play.values.losesIn", { count }) };
  if (!solved)
    return {
      lines: [percent(value)],
      words: t("play.values.chance", { percent: Math.round(100 * value) }),
    };
  if (value > 0.5) return { lines: [win], words: t("play.values.wins") };
  if (value < 0.5) return { lines: [loss], words: t("play.values.loses") };
  return { lines: [t("play.values.draw")], words: t("play.values.draws") };
}
