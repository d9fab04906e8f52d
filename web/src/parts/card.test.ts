import { describe, expect, it } from "vitest";

import { besideWord } from "./card.ts";

describe("a card beside its word", () => {
  const room = { width: 1000, height: 800 };
  const card = { width: 300, height: 200 };
  const at = (left: number, top: number) => besideWord({ left, top, bottom: top + 20 }, card, room);

  it("is under the word", () => expect(at(100, 100)).toEqual({ left: 100, top: 128 }));
  it("is above it if there is no room below", () => expect(at(100, 700)).toEqual({ left: 100, top: 492 }));
  it("stays in the window on the right", () => expect(at(900, 100)).toEqual({ left: 692, top: 128 }));
  it("and on the left", () => expect(at(-50, 100)).toEqual({ left: 8, top: 128 }));
  it("covers the word if there is no room below or above", () => {
    const low = { width: 1000, height: 300 };
    const word = { left: 100, top: 140, bottom: 160 };
    expect(besideWord(word, card, low)).toEqual({ left: 100, top: 92 });
    expect(besideWord(word, { ...card, height: 400 }, low).top).toBe(8);
  });
});
