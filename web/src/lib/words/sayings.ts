// The coach's comments, in sentences.
import { listText, t } from "../../text/text.ts";
import type { CoachCode, Saying } from "../../wire.ts";
import { reasonText } from "../games/reasons.ts";
import { percent } from "./words.ts";

/** Beyond this number, stones are not named one by one. */
const MOST_NAMED = 3;

/** What people call points and the server's moves. */
export interface PointNames {
  of: (point: number) => string;
  text: (text: string) => string;
}

/** A comment with its values in words. */
class Said {
  readonly saying: Saying;
  readonly #names: PointNames;
  readonly #you: string;

  constructor(saying: Saying, names: PointNames, you: string) {
    this.saying = saying;
    this.#names = names;
    this.#you = you;
  }

  get who(): "you" | "black" | "white" {
    const { color } = this.saying;
    if (color === this.#you) return "you";
    return color === "white" ? "white" : "black";
  }

  get count(): number {
    return this.saying.count ?? 0;
  }

  get move(): string {
    return this.#names.text(this.saying.move ?? "");
  }

  get at(): string {
    return this.#name(this.saying.at);
  }

  get to(): string {
    return this.#name(this.saying.to);
  }

  get points(): string {
    return listText((this.saying.points ?? []).map((p) => this.#name(p)));
  }

  /** Stones with their number, such as "D4 and D5"; for many, only the first ones. */
  get stones(): { stones: string; count: number } {
    const names = (this.saying.stones ?? []).map((p) => this.#name(p));
    const first = names.slice(0, MOST_NAMED);
    const count = names.length - first.length;
    const stones = count > 0 ? t("coach.stones", { first: first.join(", "), count }) : listText(first);
    return { stones, count: names.length };
  }

  #name(point: number | null | undefined): string {
    return this.#names.of(point ?? -1);
  }
}

const sentences: Record<CoachCode, (said: Said) => string> = {
  line: ({ who, at }) => t(`coach.line.${who}`, { at }),
  won: ({ who, at }) => t(`coach.won.${who}`, { at }),
  last: ({ who, at, stones }) => t(`coach.last.${who}`, { at, ...stones }),
  danger: ({ who, at, stones }) => t(`coach.danger.${who}`, { at, ...stones }),
  taken: ({ who, at, count }) => t(`coach.taken.${who}`, { at, count }),
  noTaking: () => t("coach.noTaking"),
  noRow: ({ who }) => t(`coach.noRow.${who}`),
  noWin: ({ who }) => t(`coach.noWin.${who}`),
  full: ({ at }) => t("coach.full", { at }),
  suicideAlone: ({ at }) => t("coach.suicideAlone", { at }),
  suicideChain: ({ who, at, stones }) => t(`coach.suicideChain.${who}`, { at, ...stones }),
  suicideOthers: ({ who, points, count, stones }) =>
    t(`coach.suicideOthers.${stones.count === 1 ? "stone" : "chain"}.${who}`, {
      points,
      stones: stones.stones,
      count,
    }),
  koTaken: ({ who, at, move }) => t(`coach.koTaken.${who}`, { at, move }),
  koFirst: ({ at }) => t("coach.koFirst", { at }),
  koMove: ({ at, move, count }) => t("coach.koMove", { at, move, ply: count }),
  falls: ({ at, to }) => t("coach.falls", { at, to }),
  noPass: () => t("coach.noPass"),
  rule: ({ saying }) => (saying.reason ? reasonText(saying.reason) : ""),
  winsRow: ({ count }) => t("coach.winsRow", { length: count }),
  winsTaking: ({ count }) => t("coach.winsTaking", { count }),
  winsAtOnce: () => t("coach.winsAtOnce"),
  takes: ({ who, stones }) => t(`coach.takes.${who}`, stones),
  stops: ({ who, points }) => t(`coach.stops.${who}`, { points }),
  threatens: ({ points }) => t("coach.threatens", { points }),
  threats: ({ points, count }) => t("coach.threats", { points, count }),
  tooMany: ({ points, count }) => t("coach.tooMany", { points, count }),
  saves: ({ who, stones }) => t(`coach.saves.${who}`, stones),
  ataris: ({ who, stones }) => t(`coach.ataris.${who}`, stones),
  hunts: ({ who, stones }) => t(`coach.hunts.${who}`, stones),
  row: ({ count }) => t("coach.row", { length: count }),
  winIn: ({ who, count }) => t(`coach.winIn.${who}`, { count }),
  lossIn: ({ who, count }) => t(`coach.lossIn.${who}`, { count }),
  winSure: ({ who }) => t(`coach.winSure.${who}`),
  lossSure: ({ who }) => t(`coach.lossSure.${who}`),
  drawSure: () => t("coach.drawSure"),
  winToLoss: () => t("coach.winToLoss"),
  winLost: () => t("coach.winLost"),
  drawToLoss: () => t("coach.drawToLoss"),
  lossMade: () => t("coach.lossMade"),
  fell: ({ who, saying }) =>
    t(`coach.fell.${who}`, { from: percent(saying.from ?? 0), to: percent(saying.value ?? 0) }),
  cost: ({ who, count }) => t(`coach.cost.${who}`, { count }),
  better: ({ move }) => t("coach.better", { move }),
  drawn: () => t("coach.drawn"),
  hasWon: ({ who }) => t(`coach.hasWon.${who}`),
  partial: () => t("coach.partial"),
  rough: () => t("coach.rough"),
  shifted: () => t("coach.shifted"),
  turning: ({ who, count, move }) => t(`coach.turning.${who}`, { ply: count, move }),
};

/**
 * The coach's comments as consecutive sentences; names are what people call the board's points, and you is the colour
 * of the listener: "black", "white", or "" for a spectator.
 */
export const sayingsText = (says: readonly Saying[], names: PointNames, you: string): string =>
  says
    .map((s) => sentences[s.code](new Said(s, names, you)))
    .filter((text) => text !== "")
    .join(" ");
