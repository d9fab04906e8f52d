// What is said of a game at its table, in plain short sentences.
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

/** The colour of the stones that a seat has, as an opening has left them; "" for no seat. */
export function stonesOfSeat(state: State, seat: string): Color | "" {
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

/** Who is to move: of a side of rengo the partner whose turn it is. */
export const mover = (state: State, game: GameInfo): Player | Partner =>
  partnerAt(seatOf(game, state.turn), nextOf(state, state.turn));

/**
 * The one large line: whose turn, or how it ended; name is that of the account of the one who looks,
 * place in rengo their own on the seat that is theirs.
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

/** Whose turn it is, to somebody of rengo whose it is not. */
export function turnText({ state, game, you }: Pick<GameView, "state" | "game" | "you">): string {
  const name = playerName(mover(state, game));
  return state.turn === you ? t("play.rengo.turnOfPartner", { name }) : t("play.rengo.turnOf", { name });
}

/** Whom a game waits for. */
function waitingLine(game: GameInfo): string {
  if (isRengo(game)) return t("play.rengo.waiting", { count: freePlaces(game).length });
  const open = game.black.kind === "open" ? game.black : game.white;
  if (open.name) return t("play.line.waitingForPlayer", { name: open.name });
  if (game.colors) return t("play.line.waitingForAny");
  return t(`play.line.waitingFor.${open === game.black ? "black" : "white"}`);
}

/** The seat that somebody may still take. */
const openSeat = (game: GameInfo): Color => (game.black.kind === "open" ? "black" : "white");

/** What the button says by which somebody takes the free seat. */
export function joinText(game: GameInfo): string {
  if (isRengo(game)) return t("play.rengo.join");
  const color = openSeat(game);
  if (seatOf(game, color).name) return t("common.accept");
  return game.colors ? t("common.join") : t(`play.join.as.${color}`);
}

/** What the one who waits is told to do with the link of the game. */
export function shareText(game: GameInfo, you: string): string {
  if (isRengo(game)) return t("play.rengo.share");
  const open = you === "black" ? game.white : game.black;
  if (open.name) return t("play.share.asked", { name: open.name });
  // Who gets which colour is settled when both are there, or by the choices of an opening.
  const opening = parseRules(game.rules).values["opening"] ?? "none";
  if (game.colors || opening !== "none") return t("play.share.lot");
  return t(`play.share.plays.${you === "black" ? "white" : "black"}`);
}

/** What somebody agrees to who takes the free seat. */
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

/** Which colour somebody gets who takes the free seat. */
function colorText(game: GameInfo): string {
  if (game.colors === "handicap") return t("play.hint.handicap");
  if (game.colors) return t("play.hint.lot");
  return t(`play.hint.youPlay.${openSeat(game)}`);
}

/** Which moves are one's own, where several play on each side. */
function shareOfMoves(state: State, game: GameInfo, you: string): string {
  const every = (["second", "third", "fourth"] as const)[(game.partners ?? 2) - 2] ?? "second";
  return t(`play.rengo.${every}.${colorOf(stonesOfSeat(state, you))}`);
}

/** Who plays on a side of rengo, in the order of their places. */
export const sideText = (game: GameInfo, seat: Color, state: State): string =>
  t(`play.rengo.side.${colorOf(stonesOfSeat(state, seat))}`, {
    names: partnerNames(seatOf(game, seat).team ?? []),
  });

/** How rengo is played; to who plays it while it goes on, with whom and which moves are theirs. */
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

/** The small line under it: what there is to know or to do beside that; "" for nothing. */
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
        : ""; // the words beside the link say it
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

/** What the last move was, as a sentence: it stands where nothing else is to be said; "" before the first. */
export function lastText({ moves, taken, stones, state }: GameView, board: Board): string {
  const move = moves.at(-1);
  if (!move) return "";
  const stone = stones[board.names.indexOf(move)];
  if (stone === undefined && move !== "pass") return "";
  const color = stone === "x" ? "black" : stone === "o" ? "white" : colorOf(otherColor(state.toPlay));
  return moveText(color, shownText(board, move), taken.at(-1)?.length ?? 0);
}

/** What players are told when an opening has changed their colours; "" where it has not. */
export function swapText(before: State, after: State, you: string): string {
  if (before.holder === after.holder) return "";
  if (you) return t(`play.opening.nowYours.${colorOf(stonesOfSeat(after, you))}`);
  return t("play.opening.swapped");
}

/** The sentence that a screen reader hears after a move, as people write it; title is that of a choice. */
export function moveText(color: Color, move: string, captured: number, title = ""): string {
  if (title) return t("play.sentence", { words: title });
  if (move === "pass") return t(`play.event.passes.${color}`);
  if (captured > 0) return t(`play.event.takes.${color}`, { move, count: captured });
  return t(`play.event.plays.${color}`, { move });
}

/**
 * What an engine has proven about its side, such as "White: proven win in 5 moves.", or found without proof, such as
 * "White: sees a win in 5 moves."; "" where neither.
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

/** The count as a table: what each side gets, and for what. */
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

/** What that table comes to, in a line. */
export const sumText = ({ black, white }: Score): string =>
  t("play.score.sum", { black: String(black), white: String(white) });

/** The sentence over that table. */
export function scoreText(score: Score): string {
  return score.method === "territory" ? t("play.score.territory") : t("play.score.area");
}
