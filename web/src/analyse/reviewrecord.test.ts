import { expect, it } from "vitest";

import { Tree } from "../lib/variations/tree.ts";
import { sgfText } from "../lib/record/write.ts";
import type { Review } from "../wire.ts";
import { lineThrough } from "./reviewline.ts";
import { withReview } from "./reviewrecord.ts";

const position = (black: number, lead: number) => ({ looks: 2, black, lead, counts: true });
const move = (cls: string, sure: boolean) => ({
  class: cls,
  sure,
  loss: 0.2,
  counts: true,
  points: 9,
  better: "E5",
  proven: false,
  says: cls === "blunder" ? [{ code: "x" }] : [],
});
const side = { all: { accuracy: 71 } };

const review = {
  positions: [position(0.5, 0), position(0.32, -4.25), { looks: 0 }, position(0.4, -2)],
  moves: [move("blunder", true), move("good", true), move("mistake", false)],
  black: side,
  white: side,
} as unknown as Review;

it("writes the review beside existing comments, and leaves the record unchanged", () => {
  const tree = new Tree({ stones: "", toPlay: "", moves: ["A1", "B1", "C1"] });
  const [first] = tree.root.children;
  first!.properties = [
    ["B", "aa"],
    ["C", "Mine \\]."],
    ["DO", ""],
  ];
  const [aside] = tree.append(first!, ["E5"]);
  aside!.properties = [["W", "ee"]];
  const written = withReview({
    review,
    line: lineThrough(tree.root),
    verdict: "It turned.",
    called: (m) => m.toLowerCase(),
    say: (says) => (says.length > 0 ? "Said [so]." : ""),
  });
  const text = sgfText(tree.root, written).replaceAll("\n", "|");
  expect(text).toContain(
    "C[moyo: accuracy: Black 71 %, White 71 %.|It turned.|These are estimates, except where marked certain.]V[0.0]MOYOWIN[0.500]",
  );
  expect(text).toContain(
    ";B[aa]C[Mine \\].||moyo: a blunder; lost 20 % of win chance, about 9 points; better: e5.|Said [so\\].]DO[]V[-4.3]MOYOWIN[0.320]",
  );
  // Uncertain judgements are worded as such, and programs do not see a bad-move property.
  expect(text).toContain("C[moyo: perhaps a mistake;");
  expect(text.match(/BM\[/g)).toBeNull();
  expect(text).toContain(";W[ee])");
  expect(sgfText(tree.root)).not.toContain("moyo");
  // What is already written is not written again.
  first!.properties = written(first!);
  expect(written(first!)).toEqual(first!.properties);
});
