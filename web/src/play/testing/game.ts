/** Pieces of a game for tests, each with what matters replaced. */
import type { GameView } from "../machine.ts";
import type { Clocks, GameInfo, Left, State, Thinking } from "../../wire.ts";

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
  undoAsked: "",
  abort: false,
  clocks: null,
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

/** Byo-yomi of ten minutes and five periods of 30 seconds, untouched, with Black's clock running. */
export const clocksWith = (part: Partial<Clocks> = {}): Clocks => ({
  spec: "byoyomi=10m+5x30s",
  kind: "byoyomi",
  text: "10 minutes, then 5 periods of 30 seconds a move",
  step: 30_000,
  stones: 0,
  gift: 30_000,
  running: "black",
  stopped: 0,
  black: leftWith({ total: 750_000, main: 600_000, periods: 5, period: 30_000 }),
  white: leftWith({ total: 750_000, main: 600_000, periods: 5, period: 30_000 }),
  ...part,
});

export const leftWith = (part: Partial<Left> = {}): Left => ({
  total: part.main ?? 0,
  main: 0,
  periods: 0,
  period: 0,
  stones: 0,
  leave: 0,
  paused: false,
  ...part,
});

export const infoWith = (part: Partial<GameInfo> = {}): GameInfo => ({
  id: "g1",
  board: "grid:2x2",
  boardTitle: "Grid 2×2",
  rules: "weiqi:komi=7.5",
  gameTitle: "Go",
  rulesText: "Area scoring, komi 7.5",
  black: { kind: "human", name: "Ann" },
  white: { kind: "human", name: "Bob" },
  clock: "",
  clockText: "",
  speed: "",
  phase: "playing",
  ply: 0,
  created: "2026-01-01T00:00:00Z",
  updated: "2026-01-01T00:00:00Z",
  watchers: 0,
  result: "",
  ...part,
});

export const viewWith = (part: Partial<GameView> = {}): GameView => ({
  game: infoWith(),
  version: 1,
  you: "black",
  stones: "....",
  moves: [],
  taken: [],
  state: stateWith(),
  clocksAt: 0,
  unconfirmed: null,
  thinking: null,
  thought: null,
  presence: null,
  presenceAt: 0,
  waiting: 0,
  ...part,
});
