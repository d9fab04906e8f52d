// What is said of a game at its table, in plain short sentences.
import { colorName, count, playerName, resultText } from "../lib/words/words.ts";
import type { GameInfo, Player, Score, State, Thinking } from "../wire.ts";

/** The colour of the stones that a seat has, as an opening has left them. */
export function stonesOfSeat(state: State, seat: string): string {
  if (seat !== "black" && seat !== "white") return "";
  return seat === (state.holder || "black") ? "black" : "white";
}

/** The player on a seat. */
export const seatOf = (game: GameInfo, seat: string): Player => (seat === "white" ? game.white : game.black);

/** Who challenges the one with that name (of their account), while the game waits for them; else null. */
export function challenger(game: GameInfo, name: string): Player | null {
  if (!name) return null;
  if (game.black.kind === "open" && game.black.name === name) return game.white;
  if (game.white.kind === "open" && game.white.name === name) return game.black;
  return null;
}

/** The one large line: whose turn, or how it ended; name is that of the account of the one who looks. */
export function stateLine(state: State, game: GameInfo, you = "", name = ""): string {
  switch (state.phase) {
    case "waiting": {
      const other = challenger(game, name);
      return other ? `${playerName(other)} challenges you` : waitingLine(game);
    }
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

/** Whom a game waits for. */
function waitingLine(game: GameInfo): string {
  const open = game.black.kind === "open" ? game.black : game.white;
  if (open.name) return `Waiting for ${open.name}`;
  if (game.colors) return "Waiting for a player";
  return `Waiting for ${colorName(open === game.black ? "black" : "white")}`;
}

/** What the button says by which somebody takes the free seat. */
export function joinText(game: GameInfo): string {
  const color = game.black.kind === "open" ? "black" : "white";
  if (seatOf(game, color).name) return "Accept";
  return game.colors ? "Join" : `Join as ${colorName(color)}`;
}

/** What the one who waits is told to do with the link of the game. */
export function shareText(game: GameInfo, you: string): string {
  const open = you === "black" ? game.white : game.black;
  if (open.name) return `${open.name} has been asked. This is the link of the game.`;
  if (game.colors) return "Send this link; who opens it can play you. Who gets which colour is settled then.";
  return `Send this link; who opens it plays ${colorName(you === "black" ? "white" : "black")}.`;
}

/** What somebody agrees to who takes the free seat. */
export function termsText(game: GameInfo): string {
  const terms = [
    game.boardTitle,
    game.rulesText,
    game.clockText || "No clock",
    game.rated ? "Rated" : "Casual",
  ];
  return `${game.gameTitle}. ${terms.join(" · ")}.`;
}

/** Which colour somebody gets who takes the free seat. */
function colorText(game: GameInfo): string {
  if (game.colors === "handicap") return "The weaker player gets Black.";
  if (game.colors) return "Colours are drawn by lot.";
  return `You play ${colorName(game.black.kind === "open" ? "black" : "white")}.`;
}

/** The small line under it: what that means for the one who looks. */
export function hintLine(state: State, game: GameInfo, you: string, name = ""): string {
  switch (state.phase) {
    case "waiting":
      if (challenger(game, name)) return `${termsText(game)} ${colorText(game)}`;
      if (!you) return termsText(game);
      return (game.black.kind === "open" && game.black.name) ||
        (game.white.kind === "open" && game.white.name)
        ? "Your challenge is seen at once."
        : "Send the link to the one who shall play.";
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

/** The sentence that a screen reader hears after a move; title is that of a choice. */
export function moveText(color: string, move: string, captured: number, title = ""): string {
  if (title) return `${title}.`;
  if (move === "pass") return `${colorName(color)} passes.`;
  const taken = captured > 0 ? ` and takes ${count(captured, "stone")}` : "";
  return `${colorName(color)} plays ${move}${taken}.`;
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

interface ScoreRow {
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
