// Writes a review into a record: comments on moves, and properties for programs.
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

/** Black's win probability, in a property of moyo's own, which other programs ignore. */
const CHANCE = "MOYOWIN";

/** Move annotations of FF[4]: BM is a bad move, with 2 a very bad one; DO a doubtful one. */
const annotations = {
  blunder: { id: "BM", value: "2" },
  mistake: { id: "BM", value: "1" },
  inaccuracy: { id: "DO", value: "" },
} as const;
const judged = ["BM", "DO", "IT", "TE"];

/** The properties of each node with the review added; the record itself does not change. */
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

/** The comment on a bad move; "" for other moves. */
function moveText({ called, say }: Reviewed, move: ReviewMove): string {
  if (!bad(move)) return "";
  const facts = [classText(move), lostText(move), betterText(move, called)].filter(Boolean).join("; ");
  return [t("analyse.review.says", { text: facts }), say(move.says)].filter(Boolean).join("\n");
}

/** The comment on the whole game. */
function gameText({ review, verdict }: Reviewed): string {
  const accuracy = t("analyse.review.accuracy", {
    black: percent(review.black.all.accuracy / 100),
    white: percent(review.white.all.accuracy / 100),
  });
  return [t("analyse.review.says", { text: accuracy }), verdict, t("review.done")].filter(Boolean).join("\n");
}
