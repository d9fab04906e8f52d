import { describe, expect, it } from "vitest";

import { asks, claimText, mayTakeBack, obliging, undoText } from "./asks.ts";
import type { GameView } from "./machine.ts";
import { infoWith, stateWith, viewWith } from "./testing/game.ts";
import type { State } from "../wire.ts";

const view = (state: Partial<State> = {}, part: Partial<GameView> = {}): GameView =>
  viewWith({ state: stateWith(state), ...part });

/** The requests between the players: the sentences, and the titles and wishes of the answers. */
const standing = (v: GameView, now = 0): string[] =>
  asks(v, now).flatMap((a) => [a.text, ...a.answers.map((b) => `${b.title}: ${b.wish}`)]);

describe("an undo request", () => {
  it("can be accepted or declined by the other player, and withdrawn by its sender", () => {
    expect(standing(view({ undoAsked: "white" }))).toEqual([
      "White asks to take back a move.",
      "Accept: grant",
      "Decline: deny",
    ]);
    expect(standing(view({ undoAsked: "black" }))).toEqual([
      "You asked to take back your move.",
      "Withdraw: deny",
    ]);
  });

  it("names the moves to be taken back", () => {
    const asked = (undoPlies: number, you = "white", moves = ["E5", "C3"]) =>
      standing(view({ undoAsked: "black", undoPlies }, { moves, you }))[0];
    expect(asked(1)).toBe("Black wants to take back C3.");
    expect(asked(2)).toBe("Black wants to take back E5, and your C3 with it.");
    expect(asked(2, "white", ["E5", "pass"])).toBe("Black wants to take back E5, and your pass with it.");
    expect(undoText(view({ undoAsked: "black", undoPlies: 2 }, { moves: ["E5", "C3"], you: "" }), null)).toBe(
      "Black wants to take back E5, and C3 with it.",
    );
    expect(asked(3, "white", ["E5", "C3", "D4"]), "in an opening").toBe("Black asks to take back a move.");
  });

  it("is possible after a move, and not twice", () => {
    expect(mayTakeBack(view())).toBe(false);
    expect(mayTakeBack(view({}, { moves: ["A1"] }))).toBe(true);
    expect(mayTakeBack(view({ turn: "white" }, { moves: ["A1"] }))).toBe(true);
    expect(mayTakeBack(view({ undoAsked: "white" }, { moves: ["A1"] }))).toBe(false);
  });

  it("needs a move of one's own", () => {
    const may = (you: string, moves: string[], rules = "weiqi") =>
      mayTakeBack(view({}, { you, moves, game: infoWith({ rules }) }));
    expect(may("white", ["A1"])).toBe(false);
    expect(may("white", ["A1", "B1"])).toBe(true);
    expect(may("black", ["A1"], "weiqi:handicap=2")).toBe(false);
    expect(may("black", ["A1", "B1"], "weiqi:handicap=2")).toBe(true);
    expect(may("white", ["A1"], "weiqi:handicap=2")).toBe(true);
  });

  it("waits for the computer's move", () => {
    const game = infoWith({ white: { kind: "engine", name: "", engine: "level:1" } });
    expect(mayTakeBack(view({ turn: "white" }, { moves: ["A1"], game }))).toBe(false);
    expect(mayTakeBack(view({ turn: "black" }, { moves: ["A1", "B1"], game }))).toBe(true);
  });

  it("is refused by the computer in a rated game, but a person may accept it", () => {
    const engine = infoWith({ rated: true, white: { kind: "engine", name: "", engine: "level:1" } });
    expect(mayTakeBack(view({ turn: "black" }, { moves: ["A1", "B1"], game: engine }))).toBe(false);
    expect(obliging(view({}, { game: engine }))).toBe(false);
    expect(obliging(view({}, { game: { ...engine, rated: false } }))).toBe(true);
    const game = infoWith({ rated: true });
    expect(mayTakeBack(view({ turn: "white" }, { moves: ["A1"], game }))).toBe(true);
  });
});

describe("a draw offer", () => {
  it("can be accepted, declined or withdrawn", () => {
    expect(standing(view({ drawOffer: "white" }))).toEqual([
      "White offers a draw.",
      "Accept draw: draw",
      "Decline: decline",
    ]);
    expect(standing(view({ drawOffer: "black" }))).toEqual([
      "You offered a draw.",
      "Withdraw offer: decline",
    ]);
  });

  it("is described by the colours after an opening", () => {
    expect(standing(view({ drawOffer: "white", holder: "white" }))[0]).toBe("Black offers a draw.");
  });
});

describe("a claim", () => {
  const presence = { black: true, white: false, watchers: 0, claim: { by: "black", in: 65_000 } };
  const left = view({}, { presence, presenceAt: 1000 });

  it("has a countdown in whole seconds that ends when it is possible", () => {
    expect(standing(left, 1000)).toEqual(["White has left. You can claim the game in 1 minute 5 seconds."]);
    expect(standing(left, 65_999)).toEqual(["White has left. You can claim the game in 1 second."]);
    expect(standing(left, 66_000)).toEqual([
      "White has left. You can claim the game.",
      "Claim the win: win",
      "Call it a draw: even",
    ]);
  });

  it("is announced once in a text that does not change every second", () => {
    expect([1000, 30_000, 65_999].map((now) => claimText(left, now))).toEqual(
      Array(3).fill("White has left."),
    );
    expect(claimText(left, 66_000)).toBe("White has left. You can claim the game.");
  });

  it("belongs to the waiting player only", () => {
    expect(standing({ ...left, you: "white" }, 99_000)).toEqual([]);
    expect(standing({ ...left, you: "" }, 99_000)).toEqual([]);
  });

  it("disappears when the game is over", () => {
    expect(standing({ ...left, state: stateWith({ phase: "finished" }) }, 99_000)).toEqual([]);
    expect(standing({ ...left, state: stateWith({ phase: "scoring" }) }, 99_000)).toHaveLength(3);
  });
});
