// A review written into a record: what it says of the moves as comments, and what programs can read of it.
import { escaped, textOf } from "../lib/record/values.ts";
import { valuesOf, withProperty } from "../lib/variations/edits.ts";
import type { Property, TreeNode } from "../lib/variations/tree.ts";
import { percent } from "../lib/words/words.ts";
import { bad, betterText, classText, lostText } from "../parts/review/review.ts";
import { t } from "../text/text.ts";
import type { Review, ReviewMove, Saying } from "../wire.ts";
import type { Line } from "./reviewline.ts";

interface Reviewed {
  review: Review;
  line: Line;
  verdict: string;
  called: (move: string) => string;
  say: (says: readonly Saying[]) => string;
}

/** Black's win chance, in a property of moyo's own, which others leave alone. */
const CHANCE = "MOYOWIN";

/** What FF[4] calls moves: BM is a bad one, with 2 a very bad one, DO a doubtful one. */
const annotations = {
  blunder: { id: "BM", value: "2" },
  mistake: { id: "BM", value: "1" },
  inaccuracy: { id: "DO", value: "" },
} as const;
const judged = ["BM", "DO", "IT", "TE"];

/** What a record says of each node, with what a review has found out; the record itself stays as it is. */
export function withReview(reviewed: Reviewed): (node: TreeNode) => readonly Property[] {
  const plies = new Map(reviewed.line.map((node, ply) => [node, ply]));
  return (node) => {
    const ply = plies.get(node);
    return ply === undefined ? node.properties : annotated(reviewed, node, ply);
  };
}

function annotated(reviewed: Reviewed, node: TreeNode, ply: number): readonly Property[] {
  const { review } = reviewed;
  const at = review.positions[ply];
  const move = review.moves[ply - 1];
  let { properties } = node;
  const add = (id: string, value: string) => {
    if (valuesOf({ properties }, id).length === 0) properties = withProperty(properties, id, [value]);
  };
  const text = move ? moveText(reviewed, move) : gameText(reviewed);
  if (text) {
    const before = textOf(valuesOf(node, "C")[0] ?? "");
    const both = before.includes(text) ? before : [before, text].filter(Boolean).join("\n\n");
    properties = withProperty(properties, "C", [escaped(both)]);
  }
  if (at && at.looks > 0) {
    if (at.counts) add("V", at.lead.toFixed(1));
    properties = withProperty(properties, CHANCE, [at.black.toFixed(3)]);
  }
  if (move && bad(move) && move.sure && judged.every((id) => valuesOf(node, id).length === 0))
    add(annotations[move.class].id, annotations[move.class].value);
  return properties;
}

/** What there is to say of a move that was bad; "" of all others. */
function moveText({ called, say }: Reviewed, move: ReviewMove): string {
  if (!bad(move)) return "";
  const facts = [classText(move), lostText(move), betterText(move, called)].filter(Boolean).join("; ");
  return [t("analyse.review.says", { text: facts }), say(move.says)].filter(Boolean).join("\n");
}

/** What there is to say of the whole game. */
function gameText({ review, verdict }: Reviewed): string {
  const accuracy = t("analyse.review.accuracy", {
    black: percent(review.black.all.accuracy / 100),
    white: percent(review.white.all.accuracy / 100),
  });
  return [t("analyse.review.says", { text: accuracy }), verdict, t("review.done")].filter(Boolean).join("\n");
}
