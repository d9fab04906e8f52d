import { expect, it } from "vitest";

import type { CoachNote } from "../../wire.ts";
import { readable } from "./readable.ts";

const notes = (...lengths: number[]): CoachNote[] =>
  lengths.map((n) => ({ kind: "atari", text: "x".repeat(n), color: "black", points: [], place: -1 }));
const kept = (...lengths: number[]) => readable(notes(...lengths)).map(({ text }) => text.length);

it("says three things, and fewer where they are long", () => {
  expect(kept(30, 30, 30, 30)).toEqual([30, 30, 30]);
  expect(kept(70, 60, 60)).toEqual([70, 60]);
  expect(kept(300, 20)).toEqual([300]);
  expect(kept()).toEqual([]);
});
