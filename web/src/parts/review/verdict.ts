// What a review comes to.
import { t } from "../../text/text.ts";
import type { Review, Saying } from "../../wire.ts";

/** A game that was given up before so many moves has had no course that could turn. */
const COURSE = 6;

interface Reviewed {
  review: Review | null;
  say: (says: readonly Saying[]) => string;
}

/** What a review comes to, in sentences; "" before there is one. Choices of an opening, which the server counts, have no number. */
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
