import { describe, expect, it } from "vitest";

import type { GameInfo, Player, State } from "../../wire.ts";
import { awaited, freePlaces, isAwaited, partnerAt, partnersOf, sideOfPerson, sitting } from "./rengo.ts";

const one = (name: string) => ({ kind: name ? "human" : "open", name });
const side = (...names: string[]): Player => ({ kind: "human", name: "", team: names.map(one), next: 1 });
const rengo = (black: Player, white: Player, part: Partial<GameInfo> = {}) =>
  ({ partners: black.team?.length, black, white, turn: "", ...part }) as GameInfo;
const state = (turn: string, black: number, white: number) => ({ turn, places: { black, white } }) as State;

describe("rengo", () => {
  it("fills its places from the first of Black on, alternating sides", () => {
    const free = freePlaces(rengo(side("Ada", "", ""), side("", "Cy", "")));
    expect(free.map(({ seat, place }) => `${seat} ${place}`)).toEqual([
      "white 1",
      "black 2",
      "black 3",
      "white 3",
    ]);
    expect(freePlaces({ black: one("Ada"), white: one("") } as GameInfo)).toEqual([]);
  });

  it.each([
    ["whose turn it is", "black", 2, true],
    ["not their partner", "black", 1, false],
    ["not the other side's at the same place", "white", 2, false],
    ["not a spectator", "", 0, false],
  ])("awaits %s", (_, you, place, awaits) => {
    expect(isAwaited({ state: state("black", 2, 2), you, place })).toBe(awaits);
  });

  it("waits for the single player of a side without partners", () => {
    expect(isAwaited({ state: { turn: "white" } as State, you: "white", place: 0 })).toBe(true);
    expect(isAwaited({ state: { turn: "" } as State, you: "", place: 0 })).toBe(false);
  });

  it("knows from a list which player is to move", () => {
    const [black, white] = [side("Ada", "Bo"), { ...side("Cy", "Di"), next: 2 }];
    expect(awaited(rengo(black, white, { turn: "white" }))?.name).toBe("Di");
    expect(awaited(rengo(black, white, { turn: "black" }))?.name).toBe("Ada");
    expect(awaited(rengo(black, white))).toBeNull();
    expect(awaited({ black: one("Ada"), white: one("Bo"), turn: "black" } as GameInfo)).toBeNull();
  });

  it("names partners in playing order after a player", () => {
    const names = (place: number) => partnersOf(side("Ada", "Bo", "Cy"), place).map((p) => p.name);
    expect(names(1)).toEqual(["Bo", "Cy"]);
    expect(names(2)).toEqual(["Cy", "Ada"]);
    expect(names(3)).toEqual(["Ada", "Bo"]);
  });

  it("finds players at their places", () => {
    const game = rengo(side("Ada", "Bo"), side("Cy", "Di"));
    expect(sideOfPerson(game, "Bo")).toBe("black");
    expect(sideOfPerson(game, "Di")).toBe("white");
    expect(partnerAt(game.black, 2).name).toBe("Bo");
    expect(partnerAt(one("Ann"), 0).name).toBe("Ann");
    expect(sitting(one("Ann")).map((p) => p.name)).toEqual(["Ann"]);
  });
});
