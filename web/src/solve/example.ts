// The problem in the help: three points in a row make two eyes only for the side that plays the middle one first.
import { t } from "../text/text.ts";
import type { Tsumego } from "../wire.ts";

const rows = [
  "...xo....",
  "xxxxo....",
  "ooooo....",
  ".........",
  ".........",
  ".........",
  ".........",
  ".........",
  ".........",
];

export const example: Tsumego = {
  id: "",
  board: "grid:9",
  stones: rows.join(""),
  toPlay: "white",
  ko: null,
  question: "kill",
  target: [3],
  region: [],
  walls: [],
  threats: null,
  notes: t("solve.example"),
};
