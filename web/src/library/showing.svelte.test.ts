import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { GameRecord, LibraryGame } from "../wire.ts";
import { Showing } from "./showing.svelte.ts";

const game = (number: number, at?: number): LibraryGame => ({ number, at }) as LibraryGame;
const record = {
  board: { coords: [[0, 0]], names: ["A1"] },
  nodes: [
    { parent: -1, toPlay: "black", properties: [] },
    { parent: 0, toPlay: "white", move: "pass", color: "black", properties: [] },
    { parent: 1, toPlay: "black", move: "pass", color: "white", properties: [] },
  ],
} as unknown as GameRecord;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the same game in another list goes to the position of the search", async () => {
  let fetched = 0;
  const showing = new Showing(() => Promise.resolve((fetched++, record)));
  showing.show(game(7));
  await vi.runAllTimersAsync();
  expect([showing.at, fetched]).toEqual([2, 1]);
  showing.step(-1);
  showing.show(game(7));
  expect(showing.at).toBe(1); // the current move stays
  showing.show(game(7, 0));
  expect([showing.at, showing.game?.at, fetched]).toEqual([0, 0, 1]);
  showing.show(game(8, 1));
  showing.show(game(8, 0)); // before it has loaded
  await vi.runAllTimersAsync();
  expect([showing.at, showing.game?.number, fetched]).toEqual([0, 8, 2]);
});
