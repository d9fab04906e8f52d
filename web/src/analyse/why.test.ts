import { expect, it } from "vitest";

import { whyText } from "./why.ts";

const asked = { move: "H8", color: "black", best: null };
const best = { move: "J9", value: 0.63, mate: 0 };

it.each([
  [{ ...asked, answer: null }, "Looking for the best answer to H8 …"],
  [
    { ...asked, best, answer: { value: 0.59, mate: 0, line: ["K9", "L9"] } },
    "The best answer to H8 is K9. Black's win chance is then 41 %. With J9 instead: 63 %.",
  ],
  [
    { ...asked, best, answer: { value: 1, mate: 5, line: ["K9"] } },
    "The best answer to H8 is K9. White then wins in 3 moves. With J9 instead: 63 %.",
  ],
  [
    { ...asked, best, answer: { value: 0, mate: -2, line: ["K9"] } },
    "The best answer to H8 is K9. It does not help: Black wins in 1 move.",
  ],
  [
    { ...asked, answer: { value: 0, mate: 0, line: [] } },
    "H8 ends the game. Black's win chance is then 100 %.",
  ],
])("answers %#", (question, text) => expect(whyText(question, (move) => move)).toBe(text));

it("writes moves as people do", () => {
  const answer = { value: 0.59, mate: 0, line: ["J10", "L9"] };
  expect(whyText({ ...asked, move: "J8", best, answer }, (move) => move.replace("J", "I"))).toBe(
    "The best answer to I8 is I10. Black's win chance is then 41 %. With I9 instead: 63 %.",
  );
});
