import { describe, expect, it } from "vitest";

import { eventText, noticeText, outdates } from "./eventwords.ts";
import { stateWith, viewWith } from "./testing/game.ts";
import type { Event as GameEvent, State } from "../wire.ts";

const event = (kind: string, by: string, part: Partial<GameEvent> = {}): GameEvent => ({
  version: 2,
  kind,
  by,
  move: "",
  title: "",
  set: [],
  clear: [],
  plies: 0,
  state: stateWith(),
  ...part,
});

const view = (state: Partial<State> = {}) => viewWith({ state: stateWith(state) });
const text = (e: GameEvent, before: Partial<State> = {}, after: Partial<State> = {}): string =>
  eventText(e, view(before), view(after), (p) => "ABC"[p] ?? "");

describe("events in words", () => {
  it("names the stones that the computer proposes as dead", () => {
    expect(text(event("scoring", ""), {}, { dead: [0, 2] })).toBe(
      "Both sides passed. The computer suggests 2 dead stones: A and C. Correct them if needed, then accept.",
    );
    const proposed = (count: number) =>
      eventText(
        event("scoring", ""),
        view(),
        view({ dead: Array.from({ length: count }, (_, p) => p) }),
        (p) => `N${p + 1}`,
      );
    expect(proposed(10)).toContain("10 dead stones: N1, N2, N3, N4, N5, N6, N7, N8, N9 and N10. ");
    expect(proposed(37)).toContain("37 dead stones: N1, N2, N3, N4, N5, N6, N7, N8, N9, N10 and 27 more. ");
    expect(text(event("scoring", ""), {}, { dead: [] })).toMatch(/Mark the dead stones/);
  });

  it.each<[string, GameEvent, string]>([
    ["asking", event("asked", "white"), "White asks to take back a move."],
    ["a refusal", event("denied", "black"), "Black declined the takeback."],
    ["time", event("gave", "black", { time: 15_000 }), "Black gives White 15 seconds."],
    [
      "downtime",
      event("credited", "black", { time: 185_000 }),
      "The server was down for 3 minutes 5 seconds. That time does not count.",
    ],
    ["a leave", event("paused", "white"), "White is on leave: the clocks are stopped."],
    ["its end", event("unpaused", "white"), "White is back from leave."],
    ["a vacation", event("vacation", "white", { time: 5 }), "White is on vacation: the clocks are stopped."],
    ["the end of one", event("vacation", "white", { time: 0 }), "White is back from vacation."],
  ])("%s", (_, e, words) => expect(text(e, { undoAsked: "white" }, { undoAsked: "white" })).toBe(words));

  it("distinguishes a withdrawn request from a refused one", () => {
    expect(text(event("denied", "white"), { undoAsked: "white" })).toBe(
      "White withdrew the takeback request.",
    );
  });

  it("distinguishes a withdrawn offer from a declined one", () => {
    const declined = (by: string) => text(event("declined", by), { drawOffer: "white" });
    expect(declined("white")).toBe("White withdrew the draw offer.");
    expect(declined("black")).toBe("Black declined the draw.");
  });

  it.each([
    ["flagged", "white", "B+T", "time", "White ran out of time. Black wins on time."],
    ["claimed", "black", "B+F", "left", "Black wins: White has left."],
    ["claimed", "black", "0", "left", "Draw: a player has left."],
    ["cancelled", "black", "Void", "cancelled", "Black called off the game."],
    ["accepted", "black", "B+3.5", "score", "Black wins by 3.5 points."],
  ])("%s ends the game", (kind, by, result, resultHow, words) =>
    expect(text(event(kind, by), {}, { phase: "finished", result, resultHow })).toBe(words),
  );

  it("counts the moves taken back", () => {
    const before = viewWith({ moves: ["A1", "B1"] });
    expect(eventText(event("granted", "white"), before, viewWith(), String)).toBe(
      "2 moves taken back. Black to play.",
    );
  });

  it("names players by their colours", () => {
    expect(text(event("asked", "white"), {}, { holder: "white", undoAsked: "white" })).toBe(
      "Black asks to take back a move.",
    );
    expect(text(event("gave", "white", { time: 15_000 }), {}, { holder: "white" })).toBe(
      "Black gives White 15 seconds.",
    );
  });
});

describe("an earlier message", () => {
  const counting = view({ phase: "scoring" });

  it("is outdated when the game continues or ends", () => {
    expect(outdates(event("moved", "white"), view(), viewWith({ moves: ["A1"] }))).toBe(true);
    expect(outdates(event("accepted", "white"), counting, view({ phase: "finished" }))).toBe(true);
    expect(outdates(event("toggled", "white"), counting, counting)).toBe(false);
  });

  it("is outdated for a player who has accepted the count", () => {
    expect(outdates(event("accepted", "black"), counting, counting)).toBe(true);
    expect(outdates(event("accepted", "white"), counting, counting)).toBe(false);
  });
});

describe("notices", () => {
  const notice = (e: GameEvent) => noticeText(e, view({ undoAsked: "black" }), view());

  it("report actions of others that the board does not show", () => {
    expect(notice(event("denied", "white"))).toBe("White declined the takeback.");
    expect(notice(event("gave", "white", { time: 15_000 }))).toBe("White gives Black 15 seconds.");
    expect(notice(event("gave", "black", { time: 15_000 }))).toBe("");
    expect(notice(event("declined", "white"))).toBe("White declined the draw.");
    expect(notice(event("accepted", "white"))).toBe("");
  });

  it("report whose draw offer was passed over by a move", () => {
    const moved = event("moved", "white", { move: "B2" });
    const told = (drawOffer: string, you = "black") =>
      noticeText(moved, viewWith({ you, state: stateWith({ drawOffer }) }), viewWith({ you }));
    expect(told("black")).toBe("White played on, which declines the draw.");
    expect(told("")).toBe("");
    expect(told("black", "")).toBe("");
  });

  it("tell a player who had accepted the count that its marks have changed", () => {
    const told = (accepted: string[], by = "white") =>
      noticeText(event("toggled", by), view({ accepted }), view());
    expect(told(["black"])).toBe("White changed the marks: check the count and accept it again.");
    expect(told(["white"])).toBe("");
    expect(told(["black"], "black")).toBe("");
  });

  it("tell why a counted game resumes, once", () => {
    const resumed = event("resumed", "white");
    expect(notice(resumed)).toBe("White disagrees about the dead stones: play continues.");
    expect(notice(event("resumed", "black"))).toBe("");
    expect(text(resumed)).toBe(`${notice(resumed)} Black to play.`);
  });

  it("report a pass", () => {
    expect(notice(event("moved", "white", { move: "pass" }))).toBe("White passed.");
    expect(notice(event("moved", "black", { move: "pass" }))).toBe("");
  });

  it("tell everyone what the server did", () => {
    expect(notice(event("credited", "black", { time: 1000 }))).toContain("does not count");
  });
});
