import { expect, it } from "vitest";

import type { Notification, NotificationGame } from "../../wire.ts";
import { toldText } from "./told.ts";

const game: NotificationGame = {
  name: "renju",
  gameTitle: "!",
  board: "grid:15",
  boardTitle: "!",
  opponent: { kind: "human", name: "Bo" },
  result: "W+R",
};
const told = (kind: string, part: Partial<NotificationGame> = {}): Notification => ({
  id: 1,
  kind,
  text: "as the server says",
  game: { ...game, ...part },
  path: "/game/g",
  created: "2026-07-01T12:00:00Z",
  read: false,
});
const guest = { opponent: { kind: "human", name: "" } };
const computer = { opponent: { kind: "engine", name: "", engine: "level:1" } };

it.each([
  [told("game-started"), "Your game of Renju on Grid 15×15 against Bo has begun."],
  [told("game-started", guest), "Your game of Renju on Grid 15×15 against a guest has begun."],
  [told("game-over"), "Your game of Renju on Grid 15×15 against Bo is over. White wins: Black resigned."],
  [
    told("game-over", computer),
    "Your game of Renju on Grid 15×15 against the computer is over. White wins: Black resigned.",
  ],
  [told("challenge"), "Bo has challenged you to a game of Renju on Grid 15×15."],
  [told("challenge", guest), "A guest has challenged you to a game of Renju on Grid 15×15."],
  [told("challenge-answered"), "Bo has declined your challenge to a game of Renju on Grid 15×15."],
  [
    told("challenge-answered", guest),
    "A guest has declined your challenge to a game of Renju on Grid 15×15.",
  ],
  [
    told("low-time"),
    "Your time is running out. It is your move in the game of Renju on Grid 15×15 against Bo.",
  ],
  [
    told("low-time", guest),
    "Your time is running out. It is your move in the game of Renju on Grid 15×15 against a guest.",
  ],
])("%j", (notification, text) => expect(toldText(notification)).toBe(text));

it("keeps the text of unknown kinds", () => {
  expect(toldText(told("moderation"))).toBe("as the server says");
  const gone = told("game-over");
  delete gone.game;
  expect(toldText(gone)).toBe("as the server says");
});
