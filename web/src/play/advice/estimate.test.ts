import { expect, it } from "vitest";

import { infoWith, stateWith, viewWith } from "../testing/game.ts";
import { estimable, estimateText } from "./estimate.ts";

const computer = { kind: "engine", name: "", engine: "level:3" };
const person = { kind: "human", name: "Bo" };

it("is for players, not in rated games, and between people only if both allow it", () => {
  const against = (white: typeof person, part: object = {}, you = "black", state: object = {}) =>
    estimable(viewWith({ you, game: infoWith({ black: person, white, ...part }), state: stateWith(state) }));
  expect(against(computer)).toBe(true);
  expect(against(computer, { rated: true })).toBe(false);
  expect(against(person)).toBe(false);
  expect(against(person, { estimates: true })).toBe(true);
  expect(against(person, { estimates: true, rated: true })).toBe(false);
  expect(against(person, { estimates: true }, "")).toBe(false);
  expect(against(computer, {}, "black", { phase: "scoring" })).toBe(false);
  const opening = { text: "", choices: [], stones: true, only: [], offered: [] };
  expect(against(computer, {}, "black", { opening })).toBe(false);
});

it("never sounds certain", () => {
  const said = (black: number, lead?: number) =>
    estimateText({ ply: 4, black, lead: lead ?? 0, counts: lead !== undefined, owners: [] });
  expect(said(0.9, 6.4)).toBe("Estimate: Black about 6 points ahead.");
  expect(said(0.4, -0.7)).toBe("Estimate: White about 1 point ahead.");
  expect(said(0.6, 0.4)).toBe("Estimate: about even.");
  expect(said(0.62)).toBe("Estimate: Black ahead, about 62 % to win.");
  expect(said(0)).toBe("Estimate: White ahead, about 99 % to win.");
  expect(said(0.46)).toBe("Estimate: about even.");
});
