import { expect, it } from "vitest";

import { ownResultText } from "../../lib/words/words.ts";
import type { GameInfo, Player } from "../../wire.ts";
import { stonesOfReader } from "./reader.ts";

const ada: Player = { kind: "human", name: "Ada", registered: true };
const bo: Player = { kind: "human", name: "Bo", registered: true };
const guest: Player = { kind: "human", name: "Ada" };
const computer: Player = { kind: "engine", name: "", engine: "level:2" };

const side = (...team: Player[]): Player => ({ kind: "human", name: "", team, next: 1 });

const game = (black: Player, white: Player, rules = "weiqi:komi=7.5") =>
  ({ black, white, rules }) as unknown as GameInfo;

it.each([
  ["an account by its name", game(ada, bo), "Ada", false, "black"],
  ["an account by its name", game(bo, ada), "Ada", false, "white"],
  ["not a guest who calls themselves so", game(guest, bo), "Ada", false, ""],
  ["not another account", game(ada, bo), "Cy", false, ""],
  ["not a guest among others", game(guest, computer), "", false, ""],
  ["a guest against the computer", game(computer, guest), "", true, "white"],
  ["neither of two guests", game(guest, guest), "", true, ""],
  ["no player on both sides", game(ada, ada), "Ada", true, ""],
  ["a partner of rengo", game(side(bo, guest), side(guest, ada)), "Ada", false, "white"],
  ["no guest among partners", game(side(guest, bo), side(guest, bo)), "", true, ""],
  ["no stones that may have been swapped", game(ada, bo, "gomoku:opening=swap2"), "Ada", true, ""],
])("knows %s", (_, info, name, own, stones) => {
  expect(stonesOfReader(info, name, own)).toBe(stones);
});

it("words a result from the reader's view", () => {
  expect(ownResultText("B+45.5", "black")).toBe("You won by 45.5 points");
  expect(ownResultText("B+R", "white")).toBe("You resigned: Black won");
  expect(ownResultText("0", "white")).toBe("Draw");
  expect(ownResultText("W+2.5", "")).toBe("White wins by 2.5 points");
});
