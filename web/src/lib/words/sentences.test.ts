import { describe, expect, it } from "vitest";

import type { ServerMessage, State } from "../../wire.ts";
import { messageInWords, nameCheckInWords, ratingsInWords, roomInWords, sentencesText } from "./sentences.ts";

const foreign = "⟦server⟧";

describe("the server's sentences", () => {
  it("are joined, with their values", () => {
    const words = [
      { id: "try.wrongAt.white", places: ["C3"] },
      { id: "fate.away.black" },
    ] as const satisfies { id: string; places?: readonly string[] }[];
    expect(sentencesText(words as never, foreign)).toBe(
      "That does not work: White answers at C3. Black gets away.",
    );
    expect(sentencesText([{ id: "puzzle.right.white", places: ["J8", "3"] }], foreign)).toBe(
      "Right: White must block at J8. Now 3 moves are left.",
    );
  });

  it("stay the server's if one of them is unknown", () => {
    expect(sentencesText([{ id: "no.such" as never }], foreign)).toBe(foreign);
    expect(sentencesText([{ id: "fate.ko" }, { id: "no.such" as never }], foreign)).toBe(foreign);
    expect(sentencesText([], foreign)).toBe(foreign);
    expect(sentencesText(undefined, foreign)).toBe(foreign);
  });

  it("describe the options in an opening, and the choice", () => {
    const opening = {
      text: foreign,
      words: { id: "opening.side" },
      choices: [
        { move: "black", title: foreign, words: { id: "opening.takeBlack" } },
        { move: "3", title: foreign, words: { id: "opening.fifths", places: ["3"] } },
      ],
      offered: [],
      stones: false,
      only: [],
    };
    const state = { opening } as unknown as State;
    const said = messageInWords({ type: "snapshot", snapshot: { state } } as unknown as ServerMessage);
    expect(said.snapshot?.state.opening?.text).toBe(
      "Choose a side: take Black, or take White and play next.",
    );
    expect(said.snapshot?.state.opening?.choices.map((c) => c.title)).toEqual(["Take Black", "3 points"]);
    const event = { title: foreign, words: { id: "opening.swap" }, state: { opening: null } };
    const told = messageInWords({ type: "event", event } as unknown as ServerMessage);
    expect(told.event?.title).toBe("Swap sides");
  });

  it("explain why a room, a name or a rating is not available", () => {
    const room = { room: "players", read: false, write: false, why: foreign };
    expect(roomInWords({ ...room, refusal: "chat.between" }).why).toBe(
      "Only the players can read and write here.",
    );
    expect(roomInWords(room).why).toBe(foreign);
    const check = { name: "", free: false, why: foreign, refusal: "name.long", places: ["20"] } as const;
    expect(nameCheckInWords({ ...check, places: [...check.places] }).why).toContain("at most 20 characters");
    const seat = { seat: "black", before: 1, after: 1, beforeText: "", text: "", refusal: foreign };
    const { seats } = ratingsInWords({ done: true, seats: [{ ...seat, refusalId: "rating.short" }] });
    expect(seats[0]?.refusal).toBe("It ended before each side had made two moves.");
  });
});
