/** Pieces of a game for tests, each with what matters replaced. */
import type { State, Thinking } from "../../wire.ts";

export const stateWith = (part: Partial<State> = {}): State => ({
  phase: "playing",
  toPlay: "black",
  turn: part.toPlay ?? "black",
  holder: "black",
  opening: null,
  pass: true,
  ply: 0,
  last: -1,
  takes: true,
  captures: { black: 0, white: 0 },
  chains: true,
  rows: null,
  falls: false,
  counted: true,
  landings: [],
  forbidden: [],
  figure: [],
  drawOffer: "",
  dead: [],
  accepted: [],
  score: null,
  result: "",
  resultHow: "",
  ...part,
});

export const thinkingWith = (part: Partial<Thinking> = {}): Thinking => ({
  turn: part.color ?? "black",
  color: "black",
  done: false,
  value: 0.5,
  mate: 0,
  solved: false,
  depth: 0,
  book: false,
  nodes: 6,
  unit: "playout",
  perSecond: 1,
  elapsed: 1,
  line: [],
  candidates: [],
  ...part,
});

export const candidate = (point: number, visits: number, value: number) => ({
  point,
  move: String(point),
  visits,
  value,
  mate: 0,
  solved: false,
  line: [],
});
