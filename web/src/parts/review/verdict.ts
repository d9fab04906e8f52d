// The conclusion of a review.
import { t } from "../../text/text.ts";
import type { Review, Saying } from "../../wire.ts";

/** A game that was resigned before this move has no turning point. */
const COURSE = 6;

interface Reviewed {
  review: Review | null;
  say: (says: readonly Saying[]) => string;
}

/** The conclusion of a review, in sentences; "" before it is done. Opening choices, which the server counts, have no number. */
export function reviewText(
  { review, say }: Reviewed,
  resigned: boolean,
  numberOf: (ply: number) => number,
): string {
  if (!review) return "";
  if (resigned && review.turning === 0 && review.moves.length < COURSE) return t("review.early");
  const numbered = (said: Saying) =>
    said.code === "turning" ? { ...said, count: numberOf(review.turning) } : said;
  return say(review.says.map(numbered));
}
