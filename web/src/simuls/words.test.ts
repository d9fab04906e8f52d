import { expect, test } from "vitest";

import type { Simul, SimulGame, SimulHead, SimulSetup } from "../wire.ts";
import { gameState, stateOf, termsOf } from "./words.ts";

const head = (more: Partial<SimulHead>) =>
  ({
    host: "Ada",
    phase: "open",
    guests: 2,
    most: 9,
    score: { won: 0, lost: 0, drawn: 0, off: 0 },
    ...more,
  }) as SimulHead;

const setup = (more: Partial<SimulSetup>) => ({ color: "white", ...more }) as SimulSetup;
const terms = (more: Partial<SimulSetup>, games: SimulGame[] = []) =>
  termsOf({ head: head(games.length ? { phase: "running" } : {}), setup: setup(more), games });

test("the progress", () => {
  expect(stateOf(head({}))).toBe("2 of 9 places taken");
  expect(stateOf(head({ cancelled: true }))).toBe("Called off");
  const score = { won: 17, lost: 2, drawn: 1, off: 0 };
  expect(stateOf(head({ phase: "over", score }))).toBe("Ada: 17 won, 2 lost, 1 drawn");
  expect(stateOf(head({ phase: "running", host: "", score: { ...score, off: 3 } }))).toBe(
    "deleted: 17 won, 2 lost, 1 drawn · 3 called off",
  );
});

test("the settings", () => {
  expect(terms({})).toBe("The host is White");
  expect(terms({ color: "alternate", handicap: "each", minRating: 100 })).toBe(
    "The host alternates Black and White · the host sets handicaps · ratings from 100",
  );
  expect(terms({ extra: 60, extraEach: 10, maxRating: 2000 })).toBe(
    "The host is White · the host has 80 seconds extra on each board · ratings up to 2,000",
  );
  const three = [1, 2, 3].map((number) => ({ number }) as SimulGame);
  expect(terms({ extra: 30, extraEach: 10, minRating: 1, maxRating: 2 }, three)).toBe(
    "The host is White · the host has 1 minute extra on each board · ratings 1 to 2",
  );
});

test("the state of a game", () => {
  const all = { head: head({}) } as Simul;
  const says = (more: Partial<SimulGame>, hosts = false) =>
    gameState(all, { guest: "Bo", host: "white", ...more } as SimulGame, hosts);
  expect(says({ turn: "host" })).toBe("Ada is to move");
  expect(says({ turn: "host" }, true)).toBe("your turn");
  expect(says({ turn: "guest" })).toBe("waiting for Bo");
  expect(says({ host: "" })).toBe("being set up");
  expect(says({ result: "won" })).toBe("Ada won");
  expect(says({ result: "lost" })).toBe("Bo won");
  expect(says({ result: "drawn" })).toBe("a draw");
  expect(says({ result: "off" })).toBe("called off");
});
