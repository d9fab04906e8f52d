// What a candidate would lose compared with the best move.
import { t } from "../text/text.ts";
import type { Candidate } from "../wire.ts";

type Valued = Pick<Candidate, "value" | "mate" | "solved">;

/** "-4 %"; "" for the best move, and if one of the two is certain: then the loss is not a percentage. */
export function lossText(move: Valued, best: Valued | undefined): string {
  if (!best || move === best || [move, best].some((m) => m.mate !== 0 || m.solved)) return "";
  const loss = Math.round(100 * (best.value - move.value));
  return loss > 0 ? t("analyse.live.loss", { percent: loss }) : "";
}
