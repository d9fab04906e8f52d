// Texts that every page uses for colours, players, moves, results and engines.
import { listText, t } from "../../text/text.ts";
import type { GameInfo, Partner, Player, Thinking, Waiting } from "../../wire.ts";
import { speeds } from "../games/clocks.ts";
import { clockOf } from "./clocks.ts";
import type { Color } from "./colors.ts";

export function colorName(color: string): string {
  if (color === "black") return t("common.black");
  return color === "white" ? t("common.white") : t("games.noOne");
}

export const otherColor = (color: string): string => (color === "black" ? "white" : "black");

export function playerName(player: Pick<Player, "kind" | "name">): string {
  if (player.kind === "open") return player.name || t("games.player.open");
  if (player.name) return player.name;
  return player.kind === "engine" ? t("games.player.computer") : t("games.player.guest");
}

/** The text beside a name: how the computer plays, such as "level 5", and the player's strength at the start. */
export const besideName = (player: Player): string =>
  [engineText(player), player.rank ?? ""].filter((text) => text !== "").join(" · ");

/** How the computer plays, such as "level 5"; "" for people. */
export function engineText(player: Player): string {
  if (player.kind !== "engine") return "";
  const engine = player.engine ?? "";
  const [name, level] = engine.split(":");
  return name === "level" && level ? t("games.player.level", { level }) : engine;
}

/** How a game ends without a winner, by the server's code. */
const draws: Record<string, string> = {
  agreement: t("games.draw.agreement"),
  "board full": t("games.draw.full"),
  blocked: t("games.draw.blocked"),
  "two passes": t("games.draw.passes"),
  left: t("games.draw.left"),
};

const lengths = ["three", "four", "five", "six", "seven", "eight"] as const;

/** How a side wins, by the server's code and by its letter in a result. */
const wins = {
  forbidden: "forbidden",
  "no move left": "noMove",
  captures: "captures",
  resign: "resigned",
  R: "resigned",
  time: "time",
  T: "time",
  left: "left",
  F: "left",
} as const;
const isWin = (how: string): how is keyof typeof wins => Object.hasOwn(wins, how);

type Win = (typeof wins)[keyof typeof wins];

/** The winner, and how: by points, with a number of stones in a row, in another way that has a text, or plainly. */
interface Victory {
  /** of the stones */
  winner: "black" | "white";
  way: Win | "score" | "inARow" | "win";
  points: number;
  /** of the stones in a row, in words */
  number: string;
}

/** The winner in "B+3.5"; null without a winner. */
export function victoryOf(result: string, how = ""): Victory | null {
  if (how === "declined" || how === "cancelled") return null;
  const [side, margin = ""] = result.split("+");
  const winner = side === "B" ? "black" : side === "W" ? "white" : null;
  if (!winner) return null;
  const length = lengths.find((l) => l === how);
  const points = Number(margin) || 0;
  const number = length ? t(`games.result.number.${length}`) : "";
  if (length) return { winner, way: "inARow", points: 0, number };
  if (isWin(how)) return { winner, way: wins[how], points: 0, number };
  if (isWin(margin)) return { winner, way: wins[margin], points: 0, number };
  return { winner, way: points > 0 ? "score" : "win", points, number };
}

/** "B+3.5" as a sentence without its full stop. */
export function resultText(result: string, how = ""): string {
  if (how === "declined") return t("games.result.declined");
  if (how === "cancelled" || result === "Void") return t("games.result.cancelled");
  if (result === "0" && draws[how]) return draws[how];
  if (result === "0" || result.toLowerCase() === "draw") return t("games.draw.plain");
  const victory = victoryOf(result, how);
  if (!victory) return t("games.result.over");
  const { winner, way, points, number } = victory;
  if (way === "inARow") return t(`games.result.inARow.${winner}`, { number });
  if (way === "score") return t(`games.result.score.${winner}`, { count: points });
  return t(`games.result.${way}.${winner}`);
}

/** The name of a partner's place in rengo: the player there. */
export const partnerName = (partner: Partner): string =>
  partner.kind === "open" ? t("games.player.free") : playerName(partner);

/** The names of partners, as a list. */
export const partnerNames = (partners: readonly Partner[]): string => listText(partners.map(partnerName));

/** How a side ends a game if one of several partners may have done it. */
const sideEnds = ["resigned", "time", "left"] as const;
const isSideEnd = (way: string): way is (typeof sideEnds)[number] => sideEnds.some((end) => end === way);

/**
 * A result from the view of the player of those stones; "" for spectators. In rengo a partner may have acted for a
 * side.
 */
export function ownResultText(result: string, own: Color | "", how = "", rengo = false): string {
  const victory = victoryOf(result, how);
  if (!victory || !own) return resultText(result, how);
  const { winner, way, points, number } = victory;
  const end = winner === own ? "won" : "lost";
  if (way === "score") return t(`games.own.${end}.score`, { count: points });
  if (way === "inARow") return t(`games.own.${end}.inARow.${winner}`, { number });
  if (way === "win") return t(`games.own.${end}.win`);
  if (rengo && end === "lost" && isSideEnd(way)) return t(`games.side.${way}.${winner}`);
  return t(`games.own.${end}.${way}.${winner}`);
}

/** The clock of a game with its speed: "Rapid: 20 minutes for the whole game"; "" without a clock. */
export function clockText({
  speed,
  clock,
  clockText: text,
}: Pick<GameInfo, "speed" | "clock" | "clockText">): string {
  if (!speed) return "";
  return t("games.clock", {
    speed: speeds.find((s) => s.id === speed)?.title ?? speed,
    clock: clockOf(clock, text),
  });
}

/** The choices of an opening, as sentences without their subject. */
const choices: Record<string, string> = {
  black: t("games.choice.black"),
  white: t("games.choice.white"),
  swap: t("games.choice.swap"),
  stay: t("games.choice.stay"),
  "two-more": t("games.choice.twoMore"),
  ten: t("games.choice.ten"),
};

/** A move of the record in words: choices of an opening are sentences without their subject. */
export function recordText(move: string): string {
  if (/^[1-8]$/.test(move)) return t("games.choice.offers", { count: Number(move) });
  return choices[move] ?? move;
}

/** The size of an engine's search: "1,200 positions", "1 playout". */
export const nodesText = ({ nodes, unit }: Pick<Thinking, "nodes" | "unit">): string =>
  unit === "playout"
    ? t("games.nodes.playout", { count: nodes })
    : t("games.nodes.position", { count: nodes });

/** "63 %", or "wins in 3 moves", "draws" if that is certain. */
export function chanceText(found: Pick<Thinking, "value" | "mate"> & Partial<Thinking>): string {
  const { value, mate, solved = false } = found;
  if (mate === 0 && solved) {
    if (value === 0.5) return t("games.chance.draws");
    return value > 0.5 ? t("games.chance.wins") : t("games.chance.loses");
  }
  if (mate === 0) return percent(value);
  const count = Math.ceil(Math.abs(mate) / 2);
  return mate > 0 ? t("games.chance.winsIn", { count }) : t("games.chance.losesIn", { count });
}

/** The engine's speed, as the end of a sentence; "" before it is known. */
export function speedText({ perSecond }: Pick<Thinking, "perSecond">): string {
  return perSecond >= 1 ? " · " + t("games.perSecond", { rate: Math.round(perSecond) }) : "";
}

/** The user's place in the queue for the server's engine. */
export function waitingText({ ahead, seconds }: Waiting): string {
  const time =
    seconds > 90
      ? t("games.busy.minutes", { count: Math.round(seconds / 60) })
      : t("games.busy.seconds", { count: Math.max(1, seconds) });
  if (ahead >= 99) return t("games.busy.many", { time });
  return ahead ? t("games.busy.behind", { count: ahead, time }) : t("games.busy.next", { time });
}

export const percent = (value: number): string => t("games.percent", { percent: Math.round(value * 100) });
