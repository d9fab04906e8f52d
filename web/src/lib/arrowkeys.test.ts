// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";

import { ArrowKeys } from "./arrowkeys.ts";

let keys: ArrowKeys;
const element = (html: string): Element => {
  document.body.innerHTML = html;
  return document.body.firstElementChild!;
};
const board = () => element('<div role="application"></div>');

beforeEach(() => {
  keys = new ArrowKeys();
});

describe("the arrow keys", () => {
  it("go through the moves if nothing else needs them", () => {
    const target = element("<button>Pass</button>");
    expect(keys.step({ key: "ArrowLeft", target })).toBe(-1);
    expect(keys.step({ key: "ArrowRight", target })).toBe(1);
    expect(keys.step({ key: "ArrowUp", target })).toBe(0);
    expect(keys.step({ key: "ArrowLeft", target: element('<button role="tab">Chat</button>') })).toBe(0);
  });

  it("move over a board that got the focus by keyboard", () => {
    keys.pressed();
    keys.released();
    keys.focused(); // by Tab
    expect(keys.step({ key: "ArrowLeft", target: board() })).toBe(0);
  });

  it("go through the moves on a clicked board, until the user starts to move over it", () => {
    const target = board();
    keys.pressed();
    keys.focused();
    keys.released();
    expect(keys.step({ key: "ArrowLeft", target })).toBe(-1);
    expect(keys.step({ key: "ArrowUp", target })).toBe(0);
    expect(keys.step({ key: "ArrowLeft", target })).toBe(0);
  });

  it("move over the columns of a board if the first one got the focus by keyboard", () => {
    const target = board();
    keys.pressed();
    keys.focused();
    keys.released();
    expect(keys.step({ key: "Home", target })).toBe(0);
    expect(keys.step({ key: "ArrowRight", target })).toBe(0);
  });

  it("go through the moves again after another click on it", () => {
    const target = board();
    keys.focused();
    keys.pressed();
    keys.released();
    expect(keys.step({ key: "ArrowRight", target })).toBe(1);
  });
});
