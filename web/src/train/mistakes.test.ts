import { describe, expect, it } from "vitest";

import type { Mistake } from "../wire.ts";
import { deckText, keyOf, lossText, nextDue, proofText, triedText, whenText } from "./mistakes.ts";

const mistake = (number: number, more: Partial<Mistake> = {}): Mistake => ({
  game: "g",
  number,
  board: "grid:9",
  rules: "weiqi",
  words: { game: "weiqi", name: "", options: [] } as unknown as Mistake["words"],
  stones: "",
  last: -1,
  color: "black",
  played: "A1",
  class: "blunder",
  loss: 0.2,
  points: 0,
  counts: false,
  added: "",
  tried: 0,
  solved: 0,
  due: "2026-01-01T00:00:00Z",
  isDue: true,
  proof: null,
  provable: false,
  ...more,
});

const now = Date.parse("2026-01-01T00:00:00Z");

describe("mistakes", () => {
  it("come one after the other, and the current one not again immediately", () => {
    const all = [mistake(1), mistake(2), mistake(3, { isDue: false })];
    expect(nextDue(all, "")?.number).toBe(1);
    expect(nextDue(all, keyOf(all[0]!))?.number).toBe(2);
    expect(nextDue([mistake(1), mistake(3, { isDue: false })], "g/1")).toBeNull();
    expect(nextDue([], "")).toBeNull();
  });

  it("give their cost in the unit of the game", () => {
    expect(lossText(mistake(1))).toBe("lost 20 % of win chance");
    expect(lossText(mistake(1, { points: 9.6, counts: true }))).toBe(
      "lost 20 % of win chance, about 10 points",
    );
    expect(lossText(mistake(1, { loss: 0.001, points: 9.6, counts: true }))).toBe("lost about 10 points");
    expect(lossText(mistake(1, { points: 9.6 }))).toBe("lost 20 % of win chance");
  });

  it("give their result and their next date", () => {
    expect(triedText(mistake(1))).toBe("not tried yet");
    expect(triedText(mistake(1, { tried: 1 }))).toBe("found in 0 of 1 try");
    expect(triedText(mistake(1, { tried: 3, solved: 2 }))).toBe("found in 2 of 3 tries");
    expect(whenText(mistake(1), now)).toBe("due now");
    expect(whenText(mistake(1, { isDue: false, due: "2026-01-01T00:10:00Z" }), now)).toBe(
      "due in 10 minutes",
    );
    expect(whenText(mistake(1, { isDue: false, due: "" }), now)).toBe("done");
  });

  it("say what is due", () => {
    const deck = { mistakes: [mistake(1)], due: 1, nextDue: "", most: 200 };
    expect(deckText(deck, now)).toBe("1 position to train now.");
    expect(deckText({ ...deck, due: 0 }, now)).toMatch(/^All done/);
    expect(deckText({ ...deck, due: 0, nextDue: "2026-01-02T12:00:00Z" }, now)).toMatch(
      /^Nothing to train now/,
    );
    expect(deckText({ ...deck, mistakes: [], due: 0 }, now)).toBe("Nothing here yet.");
  });

  it("state what is proven, and no more", () => {
    const proof = { kind: "kill", move: "A1", points: [1] };
    const called = (move: string) => move.toLowerCase();
    expect(proofText(proof, called)).toMatch(/^Proven: a1 captures the marked stones; /);
    expect(proofText({ ...proof, kind: "allowed" }, called)).toMatch(/starting with a1\.$/);
    expect(proofText({ ...proof, kind: "other" }, called)).toBe("");
  });
});
