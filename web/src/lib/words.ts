// What the page says about a game, in plain short sentences.
import type { GameInfo, Player, Score, State, Thinking } from "../wire.ts";

const names: Record<string, string> = { black: "Black", white: "White" };

export const colorName = (color: string): string => names[color] ?? "Nobody";
export const otherColor = (color: string): string => (color === "black" ? "white" : "black");

/** "1 stone", "2 stones" */
export function count(n: number, one: string, many = one + "s"): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}

export function playerName(player: Player): string {
  if (player.kind === "open") return "Open seat";
  if (player.name) return player.name;
  return player.kind === "engine" ? "Computer" : "Guest";
}

/** How the computer plays, such as "level 5"; "" for people. */
export function engineText(player: Player): string {
  return player.kind === "engine" ? (player.engine ?? "").replace(":", " ") : "";
}

/** The colour of the stones that a seat has, as an opening has left them. */
export function stonesOfSeat(state: State, seat: string): string {
  if (seat !== "black" && seat !== "white") return "";
  return seat === (state.holder || "black") ? "black" : "white";
}

/** The player on a seat. */
export const seatOf = (game: GameInfo, seat: string): Player => (seat === "white" ? game.white : game.black);

/** The one large line: whose turn, or how it ended. */
export function stateLine(state: State, game: GameInfo, you = ""): string {
  switch (state.phase) {
    case "waiting":
      return `Waiting for ${colorName(game.black.kind === "open" ? "black" : "white")}`;
    case "scoring":
      return "Mark the dead stones";
    case "finished":
      return resultText(state.result, state.resultHow);
  }
  const player = seatOf(game, state.turn);
  if (!state.opening)
    return `${colorName(state.toPlay)} ${player.kind === "engine" ? "is thinking" : "to play"}`;
  if (state.turn === you) return "Your turn";
  return player.kind === "engine" ? "The computer is thinking" : `${playerName(player)} to play`;
}

/** The small line under it: what that means for the one who looks. */
export function hintLine(state: State, you: string): string {
  switch (state.phase) {
    case "waiting":
      return you ? "Send the link to the one who shall play." : "One seat is open.";
    case "scoring":
      if (!state.score) return "The computer looks for dead stones.";
      if (!you) return "The players are counting.";
      return state.accepted.includes(you)
        ? "You agreed. Waiting for the other side."
        : "Click on a chain that cannot live.";
    case "finished":
      return you ? "The game is over." : "You watched this game.";
  }
  if (state.opening) return state.opening.text;
  if (!you) return "You are watching.";
  return state.turn === you ? "It is your turn." : `You play ${colorName(stonesOfSeat(state, you))}.`;
}

/** What players are told when an opening has changed their colours; "" where it has not. */
export function swapText(before: State, after: State, you: string): string {
  if (before.holder === after.holder) return "";
  if (you) return `You now have ${colorName(stonesOfSeat(after, you))}.`;
  return "The players have changed colours.";
}

const draws: Record<string, string> = {
  "board full": "the board is full",
  blocked: "no legal move is left",
  "two passes": "both sides passed",
};

const inARow = new Set(["three", "four", "five", "six", "seven", "eight"]);

/** "B+3.5" as a sentence without its full stop. */
export function resultText(result: string, how = ""): string {
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
  const points = Number(margin);
  return margin && points > 0 ? `${winner} wins by ${count(points, "point")}` : `${winner} wins`;
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

/** The sentence that a screen reader hears after a move; title is that of a choice. */
export function moveText(color: string, move: string, captured: number, title = ""): string {
  if (title) return `${title}.`;
  if (move === "pass") return `${colorName(color)} passes.`;
  const taken = captured > 0 ? ` and takes ${count(captured, "stone")}` : "";
  return `${colorName(color)} plays ${move}${taken}.`;
}

const reasons: Record<string, string> = {
  occupied: "There is a stone on that point already.",
  suicide: "That point has no liberties: a stone there could not breathe.",
  ko: "This would repeat an earlier position (ko). Play elsewhere first.",
  forbidden:
    "That point is forbidden to Black in Renju: it would make two open threes, two fours, or more than five in a row.",
  opening: "The opening does not allow that point now.",
  floating: "Stones fall to the lowest free place of their column.",
  "not-your-turn": "It is the other side's turn.",
  "game-over": "The game is over.",
  "not-a-player": "You are watching this game; only its players can move.",
};

/** Why a move was refused; the server's own sentence where we have none. */
export function reasonText(code: string, fallback = ""): string {
  return reasons[code] ?? fallback;
}

export interface Options {
  game: string;
  values: Record<string, string>;
}

/** "weiqi:komi=6.5,score=area" taken apart. */
export function parseRules(id: string): Options {
  const at = id.indexOf(":");
  const values: Record<string, string> = {};
  for (const part of at < 0 ? [] : id.slice(at + 1).split(",")) {
    const [name, value] = part.split("=");
    if (name && value !== undefined) values[name] = value;
  }
  return { game: at < 0 ? id : id.slice(0, at), values };
}

/** The id of rules; options in the order given. */
export function rulesId(game: string, values: Record<string, string>): string {
  const parts = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return parts.length ? `${game}:${parts.join(",")}` : game;
}

/** The number of stones that Black has at the start. */
export const handicapOf = (rules: string): number => Number(parseRules(rules).values["handicap"] ?? 0);

/** How long ago, such as "3 minutes ago". */
export function ago(then: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(then)) / 1000);
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 60) return "just now";
  if (seconds < 3600) return count(Math.floor(seconds / 60), "minute") + " ago";
  if (seconds < 86_400) return count(Math.floor(seconds / 3600), "hour") + " ago";
  return count(Math.floor(seconds / 86_400), "day") + " ago";
}

/** What an engine counts: "playouts" of Go, else positions. */
export function nodesText(nodes: number, rules: string): string {
  return parseRules(rules).game === "weiqi" ? count(nodes, "playout") : count(nodes, "position");
}

/** "63 %", or "wins in 3 moves", "draws" where that is certain. */
export function chanceText(found: Pick<Thinking, "value" | "mate"> & Partial<Thinking>): string {
  const { value, mate, solved = false } = found;
  if (mate === 0 && solved) return value > 0.5 ? "wins" : value < 0.5 ? "loses" : "draws";
  if (mate === 0) return percent(value);
  return `${mate > 0 ? "wins" : "loses"} in ${count(Math.ceil(Math.abs(mate) / 2), "move")}`;
}

/**
 * What an engine has proven about its side, such as "White: proven win in 5 moves.", or found without proof, such as
 * "White: sees a win in 5 moves."; "" where neither.
 */
export function provenText({ color, value, mate, solved }: Thinking): string {
  if (!solved && mate === 0) return "";
  const end = mate > 0 || (mate === 0 && value > 0.5) ? "win" : mate < 0 || value < 0.5 ? "loss" : "draw";
  const moves = mate === 0 ? "" : ` in ${count(Math.ceil(Math.abs(mate) / 2), "move")}`;
  return `${colorName(color)}: ${solved ? "proven" : "sees a"} ${end}${moves}.`;
}

/** How fast the engine works, as the end of a sentence; "" before it can be told. */
export function speedText(t: Thinking): string {
  return t.perSecond >= 1 ? ` · ${Math.round(t.perSecond).toLocaleString("en")} a second` : "";
}

export const percent = (value: number): string => `${Math.round(value * 100)} %`;

export interface ScoreRow {
  label: string;
  /** id in the glossary, or "" */
  term: string;
  black: string;
  white: string;
}

/** The count as a table: what each side gets, and for what. */
export function scoreRows(score: Score): ScoreRow[] {
  const row = (label: string, term: string, black: number, white: number): ScoreRow => ({
    label,
    term,
    black: String(black),
    white: String(white),
  });
  const surrounded = row("Points surrounded", "territory", score.blackTerritory, score.whiteTerritory);
  const own =
    score.method === "territory"
      ? row("Stones taken", "prisoner", score.blackPrisoners, score.whitePrisoners)
      : row("Stones on the board", "area", score.blackStones, score.whiteStones);
  return [own, surrounded, { label: "Komi", term: "komi", black: "", white: String(score.komi) }];
}

/** The sentence over that table. */
export function scoreText(score: Score): string {
  const how =
    score.method === "territory"
      ? "Territory scoring counts the points that you surround and the stones that you took."
      : "Area scoring counts your stones and the points that they surround.";
  return `${how} Dead stones are taken off first.`;
}
