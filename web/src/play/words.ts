// Texts about a game at its table, in plain short sentences.
import { shownText } from "../board/letters.ts";
import { freePlaces, isAwaited, isRengo, nextOf, partnerAt, partnersOf } from "../lib/games/rengo.ts";
import { parseRules } from "../lib/games/rules.ts";
import { pointing } from "../lib/pointing.ts";
import { colorOf, type Color } from "../lib/words/colors.ts";
import { colorName, otherColor, ownResultText, partnerNames, playerName } from "../lib/words/words.ts";
import { t } from "../text/text.ts";
import { clockOf } from "../lib/words/clocks.ts";
import { gameAndBoard, rulesOf } from "../lib/words/titles.ts";
import type { Board, GameInfo, Partner, Player, Score, State, Thinking } from "../wire.ts";
import type { GameView } from "./machine.ts";

/** The colour of a seat, after an opening; "" for no seat. */
export function stonesOfSeat(state: State, seat: string): Color | "" {
  if (seat !== "black" && seat !== "white") return "";
  return seat === (state.holder || "black") ? "black" : "white";
}

/** The player on a seat. */
export const seatOf = (game: GameInfo, seat: string): Player => (seat === "white" ? game.white : game.black);

/** The challenger of the account with that name, while the game waits for it; else null. */
export function challenger(game: GameInfo, name: string): Player | null {
  if (!name) return null;
  if (game.black.kind === "open" && game.black.name === name) return game.white;
  if (game.white.kind === "open" && game.white.name === name) return game.black;
  return null;
}

/** The player to move: of a side of rengo the partner whose turn it is. */
export const mover = (state: State, game: GameInfo): Player | Partner =>
  partnerAt(seatOf(game, state.turn), nextOf(state, state.turn));

/**
 * The large line: the turn, or the result; name is that of the viewer's account, place their own on their seat in
 * rengo.
 */
export function stateLine(state: State, game: GameInfo, you = "", name = "", place = 0): string {
  switch (state.phase) {
    case "waiting": {
      const other = challenger(game, name);
      return other ? t("play.line.challenges", { name: playerName(other) }) : waitingLine(game);
    }
    case "scoring":
      return t("play.line.markDead");
    case "finished":
      return ownResultText(state.result, stonesOfSeat(state, you), state.resultHow, isRengo(game));
  }
  if (isAwaited({ state, you, place })) return t("play.line.yourTurn");
  if (isRengo(game)) return t("play.line.playerToPlay", { name: playerName(mover(state, game)) });
  const player = seatOf(game, state.turn);
  const engine = player.kind === "engine";
  const color = colorOf(state.toPlay);
  if (!state.opening) return engine ? t(`play.line.thinking.${color}`) : t(`play.line.toPlay.${color}`);
  return engine ? t("play.line.computerThinking") : t("play.line.playerToPlay", { name: playerName(player) });
}

/** The turn, for a rengo player who is not to move. */
export function turnText({ state, game, you }: Pick<GameView, "state" | "game" | "you">): string {
  const name = playerName(mover(state, game));
  return state.turn === you ? t("play.rengo.turnOfPartner", { name }) : t("play.rengo.turnOf", { name });
}

/** The players that a game waits for. */
function waitingLine(game: GameInfo): string {
  if (isRengo(game)) return t("play.rengo.waiting", { count: freePlaces(game).length });
  const open = game.black.kind === "open" ? game.black : game.white;
  if (open.name) return t("play.line.waitingForPlayer", { name: open.name });
  if (game.colors) return t("play.line.waitingForAny");
  return t(`play.line.waitingFor.${open === game.black ? "black" : "white"}`);
}

/** The free seat. */
const openSeat = (game: GameInfo): Color => (game.black.kind === "open" ? "black" : "white");

/** The label of the button that takes the free seat. */
export function joinText(game: GameInfo): string {
  if (isRengo(game)) return t("play.rengo.join");
  const color = openSeat(game);
  if (seatOf(game, color).name) return t("common.accept");
  return game.colors ? t("common.join") : t(`play.join.as.${color}`);
}

/** What the waiting player should do with the link of the game. */
export function shareText(game: GameInfo, you: string): string {
  if (isRengo(game)) return t("play.rengo.share");
  const open = you === "black" ? game.white : game.black;
  if (open.name) return t("play.share.asked", { name: open.name });
  // The colours are settled when both players are there, or by the choices of an opening.
  const opening = parseRules(game.rules).values["opening"] ?? "none";
  if (game.colors || opening !== "none") return t("play.share.lot");
  return t(`play.share.plays.${you === "black" ? "white" : "black"}`);
}

/** What a player agrees to by taking the free seat. */
export function termsText(game: GameInfo): string {
  return t("play.join.terms", {
    ...gameAndBoard(game),
    rules: rulesOf(game),
    clock: clockOf(game.clock, game.clockText) || t("common.noClock"),
    standing: standingText(game),
  });
}

function standingText(game: GameInfo): string {
  const { rated, estimates, partners = 1 } = game;
  const standing = rated ? t("common.rated") : estimates ? t("play.join.estimates") : t("common.casual");
  return isRengo(game) ? `${t("play.rengo.sides", { count: partners })} · ${standing}` : standing;
}

/** The colour of a player who takes the free seat. */
function colorText(game: GameInfo): string {
  if (game.colors === "handicap") return t("play.hint.handicap");
  if (game.colors) return t("play.hint.lot");
  return t(`play.hint.youPlay.${openSeat(game)}`);
}

/** Which moves belong to the viewer, if several play on each side. */
function shareOfMoves(state: State, game: GameInfo, you: string): string {
  const every = (["second", "third", "fourth"] as const)[(game.partners ?? 2) - 2] ?? "second";
  return t(`play.rengo.${every}.${colorOf(stonesOfSeat(state, you))}`);
}

/** The players of a side of rengo, in the order of their places. */
export const sideText = (game: GameInfo, seat: Color, state: State): string =>
  t(`play.rengo.side.${colorOf(stonesOfSeat(state, seat))}`, {
    names: partnerNames(seatOf(game, seat).team ?? []),
  });

/** The description of rengo; for a player of a running game, with partners and the numbers of their moves. */
export function aboutRengo({
  state,
  game,
  you,
  place,
}: Pick<GameView, "state" | "game" | "you" | "place">): string {
  if (!you || state.phase !== "playing") return t("play.rengo.about", { count: game.partners ?? 1 });
  const names = partnerNames(partnersOf(seatOf(game, you), place));
  const together = t(`play.rengo.together.${colorOf(stonesOfSeat(state, you))}`, { names });
  return `${together} ${shareOfMoves(state, game, you)}`;
}

/** The small line below it: further information or instructions; "" for none. */
export function hintLine(state: State, game: GameInfo, you: string, name = ""): string {
  switch (state.phase) {
    case "waiting":
      if (challenger(game, name))
        return t("play.hint.challenge", { terms: termsText(game), colors: colorText(game) });
      if (!you) return termsText(game);
      if (isRengo(game)) return t("play.rengo.begins");
      return (game.black.kind === "open" && game.black.name) ||
        (game.white.kind === "open" && game.white.name)
        ? t("play.hint.seen")
        : ""; // the text beside the link says it
    case "scoring":
      if (!state.score) return t("play.hint.computerCounts");
      if (!you) return t("play.hint.playersCount");
      return state.accepted.includes(you)
        ? t(isRengo(game) ? "play.rengo.agreed" : "play.hint.agreed")
        : t(`play.hint.${state.dead.length > 0 ? "changeDead" : "markDead"}.${pointing()}`);
    case "finished":
      return state.ply > 0 ? t(`play.status.goThrough.${pointing()}`) : "";
  }
  if (state.opening) return state.opening.text;
  if (!you) return t("play.hint.watching");
  if (isRengo(game)) return shareOfMoves(state, game, you);
  const own = colorOf(stonesOfSeat(state, you));
  if (state.turn !== you || state.ply > 1) return t(`play.hint.youPlay.${own}`);
  const what = state.falls ? "column" : "point";
  return t(`play.hint.begin.${what}.${pointing()}`, { side: colorName(own) });
}

/** The last move, as a sentence for when there is no other message; "" before the first. */
export function lastText({ moves, taken, stones, state }: GameView, board: Board): string {
  const move = moves.at(-1);
  if (!move) return "";
  const stone = stones[board.names.indexOf(move)];
  if (stone === undefined && move !== "pass") return "";
  const color = stone === "x" ? "black" : stone === "o" ? "white" : colorOf(otherColor(state.toPlay));
  return moveText(color, shownText(board, move), taken.at(-1)?.length ?? 0);
}

/** The message to players when an opening has changed their colours; "" if it has not. */
export function swapText(before: State, after: State, you: string): string {
  if (before.holder === after.holder) return "";
  if (you) return t(`play.opening.nowYours.${colorOf(stonesOfSeat(after, you))}`);
  return t("play.opening.swapped");
}

/** The announcement after a move, as people write it; title is that of a choice. */
export function moveText(color: Color, move: string, captured: number, title = ""): string {
  if (title) return t("play.sentence", { words: title });
  if (move === "pass") return t(`play.event.passes.${color}`);
  if (captured > 0) return t(`play.event.takes.${color}`, { move, count: captured });
  return t(`play.event.plays.${color}`, { move });
}

/**
 * An engine's proof about its side, such as "White: proven win in 5 moves.", or its finding without proof, such as
 * "White: sees a win in 5 moves."; "" for neither.
 */
export function provenText({ color, value, mate, solved }: Thinking): string {
  if (!solved && mate === 0) return "";
  const side = colorName(color);
  if (mate === 0) return t(`play.proven.${value > 0.5 ? "win" : value < 0.5 ? "loss" : "draw"}`, { side });
  const found = { side, count: Math.ceil(Math.abs(mate) / 2) };
  if (solved) return t(`play.proven.${mate > 0 ? "winIn" : "lossIn"}`, found);
  return t(`play.proven.${mate > 0 ? "seesWinIn" : "seesLossIn"}`, found);
}

interface ScoreRow {
  label: string;
  /** id in the glossary, or "" */
  term: string;
  black: string;
  white: string;
}

/** The count as a table: the points of each side, and their sources. */
export function scoreRows(score: Score): ScoreRow[] {
  const row = (label: string, term: string, black: number, white: number): ScoreRow => ({
    label,
    term,
    black: String(black),
    white: String(white),
  });
  const surrounded = row(t("play.score.surrounded"), "territory", score.blackTerritory, score.whiteTerritory);
  const own =
    score.method === "territory"
      ? row(t("play.score.taken"), "prisoner", score.blackPrisoners, score.whitePrisoners)
      : row(t("play.score.onBoard"), "area", score.blackStones, score.whiteStones);
  return [
    own,
    surrounded,
    { label: t("play.score.komi"), term: "komi", black: "", white: String(score.komi) },
  ];
}

/** The result of that table, in a line. */
export const sumText = ({ black, white }: Score): string =>
  t("play.score.sum", { black: String(black), white: String(white) });

/** The sentence above that table. */
export function scoreText(score: Score): string {
  return score.method === "territory" ? t("play.score.territory") : t("play.score.area");
}
