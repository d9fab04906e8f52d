import { describe, expect, it } from "vitest";

import { isMaker } from "../lib/games/rengo.ts";
import type { Event as GameEvent, State } from "../wire.ts";
import { asks, buttonsKey, rematchWishes, trainable, wishesText } from "./asks.ts";
import { mayMove } from "./boardstate.ts";
import { eventText, noticeText, outdates } from "./eventwords.ts";
import { isOwn, type GameView } from "./machine.ts";
import { stateWith, viewWith } from "./testing/game.ts";
import { rengoWith } from "./testing/rengo.ts";
import { aboutRengo, hintLine, joinText, sideText, stateLine, termsText, turnText } from "./words.ts";

const game = rengoWith(["Ada", "Bo"], ["Cy", "Di"]);
const three = rengoWith(["Ada", "Bo", "Eve"], ["Cy", "Di", "Flo"]);
/** Bo is to move, then Cy. */
const state = (part: Partial<State> = {}) => stateWith({ places: { black: 2, white: 1 }, ply: 5, ...part });
const view = (part: Partial<GameView> = {}) => viewWith({ game, state: state(), place: 1, ...part });
const event = (kind: string, by: string, place?: number): GameEvent => ({
  version: 2,
  kind,
  by,
  ...(place ? { place } : {}),
  move: kind === "moved" ? "pass" : "",
  title: "",
  set: [],
  clear: [],
  plies: 6,
  state: state(),
});
const nowhere = () => "";

describe("the turn", () => {
  it("has the player's name", () => {
    expect(stateLine(state(), game, "black", "", 2)).toBe("Your turn");
    expect(stateLine(state(), game, "black", "", 1)).toBe("Bo to play");
    expect(stateLine(state(), game, "white", "", 2)).toBe("Bo to play");
    expect(stateLine(state(), game)).toBe("Bo to play");
    expect(stateLine(state({ turn: "white", toPlay: "white" }), game)).toBe("Cy to play");
  });

  it("allows no other player to move, and says why", () => {
    expect(mayMove(view({ place: 2 }))).toBe(true);
    expect(mayMove(view({ place: 1 }))).toBe(false);
    expect(turnText(view({ place: 1 }))).toBe("It is your partner Bo's turn.");
    expect(turnText(view({ you: "white" }))).toBe("It is Bo's turn.");
  });

  it("names the moves of each player", () => {
    expect(hintLine(state(), game, "white")).toBe("You play every second move of White.");
    expect(aboutRengo(view({ game: three, place: 2 }))).toBe(
      "You play Black, taking turns with Eve and Ada. You play every third move of Black.",
    );
  });
});

describe("the settings", () => {
  const about = "Rengo, 2 against 2: partners take turns in a fixed order.";

  it("list all names, which a phone may cut off elsewhere", () => {
    expect(sideText(three, "black", state())).toBe("Black: Ada, Bo and Eve");
    expect(sideText(three, "white", state())).toBe("White: Cy, Di and Flo");
  });

  it("are shown to spectators, and before the start and after the end to all", () => {
    expect(aboutRengo(view({ you: "", place: 0 }))).toBe(about);
    expect(aboutRengo(view({ state: state({ phase: "waiting" }) }))).toBe(about);
    expect(aboutRengo(view({ state: state({ phase: "finished" }) }))).toBe(about);
  });
});

describe("a waiting game", () => {
  const half = rengoWith(["Ada", ""], ["", "Di"], { phase: "waiting" });
  const waiting = state({ phase: "waiting", turn: "", toPlay: "", maker: "black" });

  it("says how many players it needs, and what one agrees to", () => {
    expect(stateLine(waiting, half)).toBe("Waiting for 2 more players");
    expect(stateLine(waiting, rengoWith(["Ada", ""], ["Cy", "Di"]))).toBe("Waiting for 1 more player");
    expect(joinText(half)).toBe("Take a seat");
    expect(termsText(half)).toMatch(/· No clock · Rengo, 2 against 2 · Casual\.$/);
    expect(hintLine(waiting, half, "black")).toMatch(/^The game starts when all seats are taken/);
  });

  it("says that estimates are allowed", () => {
    expect(termsText({ ...half, estimates: true })).toMatch(/2 against 2 · Casual, estimates allowed\.$/);
  });

  it("knows its maker", () => {
    const maker = (you: string, place: number) => isMaker(view({ game: half, state: waiting, you, place }));
    expect(maker("black", 1)).toBe(true);
    expect(maker("white", 1)).toBe(false);
    expect(maker("black", 2)).toBe(false);
    expect(maker("", 0)).toBe(false);
  });
});

describe("the buttons", () => {
  const waiting = (part: Partial<GameView>) =>
    buttonsKey(view({ state: state({ phase: "waiting" }), ...part }));

  it("change when a place is taken or left, so that the focus is not lost", () => {
    expect(waiting({ you: "black", place: 2 })).not.toBe(waiting({ you: "", place: 0 }));
    expect(waiting({ you: "black", place: 2 })).not.toBe(waiting({ you: "white", place: 2 }));
    expect(waiting({ you: "black", place: 2 })).toBe(waiting({ you: "black", place: 2, version: 7 }));
  });

  it("change with the wish for another game", () => {
    expect(buttonsKey(view({ rematch: { by: "white", game: "" } }))).not.toBe(buttonsKey(view()));
  });
});

describe("the user's bad moves", () => {
  it("become exercises for single players, but not for partners", () => {
    expect(trainable(viewWith())).toBe("g1");
    expect(trainable(viewWith({ you: "" }))).toBe("");
    expect(trainable(view())).toBe("");
  });
});

describe("events", () => {
  it("name partners", () => {
    const before = view({ game: rengoWith(["Ada", "Bo"], ["Cy", ""]) });
    const after = view({ state: state({ phase: "waiting" }), game: rengoWith(["Ada", "Bo"], ["", ""]) });
    expect(eventText(event("joined", "white", 2), before, view(), nowhere)).toBe(
      "Di took a seat. Bo to play.",
    );
    expect(noticeText(event("freed", "white", 1), before, after)).toBe("Cy left their seat.");
    const unseated = { ...after, you: "", place: 0 };
    expect(noticeText(event("freed", "black", 1), before, unseated)).toBe("");
    const stillWaiting = { ...after, version: 3 };
    expect(outdates(event("joined", "white", 1), after, stillWaiting)).toBe(true);
    expect(outdates(event("freed", "white", 1), after, stillWaiting)).toBe(false);
    expect(eventText(event("offered", "white", 2), view(), view(), nowhere)).toBe("Di offers a draw.");
    const over = view({ state: state({ phase: "finished", result: "W+R", resultHow: "resign" }) });
    expect(eventText(event("resigned", "black", 2), view(), over, nowhere)).toBe(
      "Bo resigned for Black. White wins: Black resigned.",
    );
    expect(noticeText(event("resigned", "black", 2), view(), over)).toBe("Bo resigned for Black.");
    expect(noticeText(event("resigned", "black", 1), view(), over)).toBe("");
    expect(noticeText(event("cancelled", "black", 2), view(), over)).toBe("Bo called off the game.");
  });

  it("are the viewer's own only if a partner did not cause them", () => {
    expect(isOwn(event("moved", "black", 1), view())).toBe(true);
    expect(isOwn(event("moved", "black", 2), view())).toBe(false);
    expect(isOwn(event("moved", "black"), viewWith())).toBe(true);
    expect(isOwn(event("scoring", ""), viewWith({ you: "" }))).toBe(false);
    expect(noticeText(event("moved", "black", 2), view(), view())).toBe("Black passed.");
    const offered = view({ state: state({ drawOffer: "black" }) });
    expect(noticeText(event("moved", "black", 2), offered, view())).toBe("Black passed.");
    expect(noticeText(event("moved", "white", 2), offered, view())).toMatch(/^White played on/);
  });

  it("end the game for a side, whichever player acted", () => {
    const lost = (result: string, resultHow: string) =>
      stateLine(state({ phase: "finished", result, resultHow }), game, "black", "", 1);
    expect(lost("W+R", "resign")).toBe("Your side resigned: White won");
    expect(lost("W+T", "time")).toBe("Your side ran out of time: White won");
    expect(lost("W+F", "left")).toBe("You lost: your side left the game");
    expect(lost("W+3.5", "score")).toBe("You lost by 3.5 points");
    expect(lost("B+R", "resign")).toBe("You won: White resigned");
  });
});

describe("a side's request", () => {
  it("is not called the viewer's own", () => {
    const said = (part: Partial<State>, you = "black") =>
      asks(view({ you, state: state(part), moves: ["A1", "B1"] }), 0)[0]?.text;
    expect(said({ undoAsked: "black", undoPlies: 1 })).toBe("Your side asked to take back its move.");
    expect(said({ drawOffer: "black" })).toBe("Your side offered a draw.");
    expect(said({ undoAsked: "black", undoPlies: 2 }, "white")).toBe(
      "Black wants to take back A1, and B1 with it.",
    );
  });

  it("can be a claim if the player to move is away", () => {
    const claim = (inMs: number, part: Partial<State> = {}) =>
      asks(
        view({
          you: "white",
          state: state(part),
          presence: { black: true, white: true, watchers: 0, claim: { by: "white", in: inMs } },
        }),
        0,
      )[0]?.text;
    expect(claim(0)).toBe("Bo has left. You can claim the game.");
    expect(claim(5000)).toBe("Bo has left. You can claim the game in 5 seconds.");
    expect(claim(0, { phase: "scoring", turn: "" })).toBe("Black has left. You can claim the game.");
  });

  it("starts another game when all want it", () => {
    const wishes = (place: number) =>
      rematchWishes(
        view({
          place,
          rematch: { by: "black", game: "", wants: { black: [true, false], white: [false, true] } },
        }),
      );
    expect(wishes(1)).toEqual({ count: 2, all: 4, mine: true });
    expect(wishes(2)).toEqual({ count: 2, all: 4, mine: false });
    expect(rematchWishes(view())).toEqual({ count: 0, all: 4, mine: false });
  });

  it("is reported as wishes appear and disappear", () => {
    const wished = (black: boolean[], next = "") =>
      view({ rematch: { by: "black", game: next, wants: { black, white: [false, false] } } });
    expect(wishesText(view(), 0)).toBe("");
    expect(wishesText(wished([true, false]), 0)).toBe("1 of 4 wants a rematch.");
    expect(wishesText(wished([true, true]), 1)).toBe("2 of 4 want a rematch.");
    expect(wishesText(wished([true, true]), 2)).toBe("");
    expect(wishesText(view(), 2)).toBe("No one asks for a rematch any more.");
    expect(wishesText(wished([false, false], "g2"), 3)).toBe("");
  });
});
