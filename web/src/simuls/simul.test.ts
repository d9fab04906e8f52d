import { expect, test } from "vitest";

import type { Simul, SimulGame } from "../wire.ts";
import { nextBoard, simulOf, waitingFor, wallOf } from "./simul.ts";

const game = (number: number, turn: string, since = "", result = ""): SimulGame => ({
  number,
  id: `simul-abc-${number}`,
  guest: `Guest ${number}`,
  host: "white",
  ply: 0,
  turn,
  since,
  result,
});

const simul = (...games: SimulGame[]) => ({ games }) as Simul;

const all = simul(
  game(1, "", "2026-01-01T10:00:00Z", "won"),
  game(2, "host", "2026-01-01T10:00:05Z"),
  game(3, "guest", "2026-01-01T09:00:00Z"),
  game(4, "host", "2026-01-01T10:00:01Z"),
  game(5, "host", "2026-01-01T10:00:05Z"),
);
const numbers = (games: SimulGame[]) => games.map((g) => g.number);

test("an id contains the exhibition of a game", () => {
  expect(simulOf("simul-abc-12")).toBe("abc");
  for (const id of ["abc", "simul-abc", "class-abc-1", "abc-1", "simul-abc-x"]) expect(simulOf(id)).toBe("");
});

test("the host goes first to the board that has waited longest, and never to the current one", () => {
  expect(numbers(waitingFor(all))).toEqual([4, 2, 5]);
  expect(nextBoard(all, "")?.number).toBe(4);
  // and from there through all of them, without having moved anywhere
  expect(nextBoard(all, "simul-abc-4")?.number).toBe(2);
  expect(nextBoard(all, "simul-abc-2")?.number).toBe(5);
  expect(nextBoard(all, "simul-abc-5")?.number).toBe(4);
  expect(nextBoard(simul(game(1, "guest")), "")).toBeUndefined();
  expect(nextBoard(all, "simul-abc-1")?.number).toBe(4);
  expect(nextBoard(simul(game(1, "host"), game(2, "guest")), "simul-abc-1")).toBeUndefined();
});

test("the host's wall starts with waiting games and ends with finished ones; that of others stays", () => {
  expect(numbers(wallOf(all, true))).toEqual([4, 2, 5, 3, 1]);
  expect(numbers(wallOf(all, false))).toEqual([1, 2, 3, 4, 5]);
});
