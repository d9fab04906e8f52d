// Words that every page uses of colours, players, moves, results and engines.
import type { GameInfo, Player, Thinking, Waiting } from "../../wire.ts";

const names: Record<string, string> = { black: "Black", white: "White" };

export const colorName = (color: string): string => names[color] ?? "Nobody";
export const otherColor = (color: string): string => (color === "black" ? "white" : "black");

/** "1 stone", "2 stones" */
export function count(n: number, one: string, many = one + "s"): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}

export function playerName(player: Player): string {
  if (player.kind === "open") return player.name || "Open seat";
  if (player.name) return player.name;
  return player.kind === "engine" ? "Computer" : "Guest";
}

/** What stands beside a name: how the computer plays, such as "level 5", and how strong they were when they sat down. */
export const besideName = (player: Player): string =>
  [engineText(player), player.rank ?? ""].filter((text) => text !== "").join(" · ");

/** How the computer plays, such as "level 5"; "" for people. */
export function engineText(player: Player): string {
  return player.kind === "engine" ? (player.engine ?? "").replace(":", " ") : "";
}

const draws: Record<string, string> = {
  "board full": "the board is full",
  blocked: "no legal move is left",
  "two passes": "both sides passed",
  left: "a player has left",
};

const inARow = new Set(["three", "four", "five", "six", "seven", "eight"]);

/** "B+3.5" as a sentence without its full stop. */
export function resultText(result: string, how = ""): string {
  if (how === "declined") return "The challenge was declined";
  if (how === "cancelled" || result === "Void") return "This game was called off";
  if (result === "0" && how === "agreement") return "A draw by agreement";
  if (result === "0" && draws[how]) return `A draw: ${draws[how]}`;
  if (result === "0" || result.toLowerCase() === "draw") return "A draw";
  const [side, margin] = result.split("+");
  const winner = side === "B" ? "Black" : side === "W" ? "White" : "";
  if (!winner) return "The game is over";
  const loser = winner === "Black" ? "White" : "Black";
  if (how === "forbidden") return `${winner} wins: ${loser} played a forbidden point`;
  if (inARow.has(how)) return `${winner} wins with ${how} in a row`;
  if (how === "no move left") return `${winner} wins: ${loser} has no move left`;
  if (how === "captures") return `${winner} wins by capturing`;
  if (how === "resign" || margin === "R") return `${winner} wins: ${loser} resigned`;
  if (how === "time" || margin === "T") return `${winner} wins on time`;
  if (how === "left" || margin === "F") return `${winner} wins: ${loser} has left`;
  const points = Number(margin);
  return margin && points > 0 ? `${winner} wins by ${count(points, "point")}` : `${winner} wins`;
}

const speeds: Record<string, string> = {
  blitz: "Blitz",
  rapid: "Rapid",
  classical: "Classical",
  correspondence: "Correspondence",
};

/** The clock of a game with its speed: "Rapid: 20 minutes for the whole game"; "" where there is none. */
export function clockText({ speed, clockText: text }: Pick<GameInfo, "speed" | "clockText">): string {
  return speed ? `${speeds[speed] ?? speed}: ${text}` : "";
}

const choices: Record<string, string> = {
  black: "takes Black",
  white: "takes White",
  swap: "swaps sides",
  stay: "stays",
  "two-more": "places two more",
  ten: "offers ten points",
};

/** A move of the record in words: choices of an opening are sentences without their subject. */
export function recordText(move: string): string {
  if (/^[1-8]$/.test(move)) return `asks for ${count(Number(move), "offer")}`;
  return choices[move] ?? move;
}

/** How much an engine has looked at: "1,200 positions", "1 playout". */
export const nodesText = ({ nodes, unit }: Pick<Thinking, "nodes" | "unit">): string => count(nodes, unit);

/** "63 %", or "wins in 3 moves", "draws" where that is certain. */
export function chanceText(found: Pick<Thinking, "value" | "mate"> & Partial<Thinking>): string {
  const { value, mate, solved = false } = found;
  if (mate === 0 && solved) return value > 0.5 ? "wins" : value < 0.5 ? "loses" : "draws";
  if (mate === 0) return percent(value);
  return `${mate > 0 ? "wins" : "loses"} in ${count(Math.ceil(Math.abs(mate) / 2), "move")}`;
}

/** How fast the engine works, as the end of a sentence; "" before it can be told. */
export function speedText(t: Pick<Thinking, "perSecond">): string {
  return t.perSecond >= 1 ? ` · ${Math.round(t.perSecond).toLocaleString("en")} a second` : "";
}

/** Where somebody stands who has to wait until the server can think for them. */
export function waitingText({ ahead, seconds }: Waiting): string {
  const who = ahead >= 99 ? "many are" : ahead === 1 ? "1 is" : `${ahead} are`;
  const before = ahead ? `${who} before you` : "you are next";
  const time = seconds > 90 ? `${Math.round(seconds / 60)} minutes` : count(Math.max(1, seconds), "second");
  return `The server is busy: ${before}, about ${time} …`;
}

export const percent = (value: number): string => `${Math.round(value * 100)} %`;
