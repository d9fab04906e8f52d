// The solver's texts, in plain short sentences.
import { sentence } from "../lib/server/api.ts";
import { colorOf } from "../lib/words/colors.ts";
import { otherColor, waitingText } from "../lib/words/words.ts";
import { numeral, t } from "../text/text.ts";
import type { SolveAnswer, SolveJudgement, SolveKo, SolveProgress, Tsumego } from "../wire.ts";

/** The large line above a problem. */
export function taskText({ toPlay, question }: Pick<Tsumego, "toPlay" | "question">): string {
  const color = colorOf(toPlay);
  if (question === "status") return t(`solve.task.${color}`);
  return t(`common.task.${question === "live" ? "live" : "kill"}.${color}`);
}

/** The fate of the target, such as "White is dead". */
export function fateText(answer: SolveAnswer): string {
  switch (answer.fate) {
    case "alive":
    case "dead":
    case "seki":
      return t(`solve.fate.${answer.fate}.${colorOf(answer.defender)}`);
    case "ko":
      return t("solve.fate.ko");
  }
  return answer.verdict === "unknown" ? t("solve.fate.unknown") : verdictText(answer, answer.verdict);
}

/** The answer to the problem in one line, such as "White succeeds: Black is dead". */
export function answerText(answer: SolveAnswer): string {
  const { verdict, question } = answer;
  const [fate, who] = [onCondition(fateText(answer), answer), colorOf(answer.toPlay)];
  if (verdict !== "win" && verdict !== "lose") return fate;
  return question === "status"
    ? t(`solve.answer.first.${who}`, { fate })
    : t(`solve.answer.${verdict}.${who}`, { fate });
}

/**
 * A fate, with its assumptions if it depends on the region: "White is dead, if nothing beyond the region helps
 * White".
 */
function onCondition(fate: string, { assumes, verdict, toPlay }: SolveAnswer): string {
  if (assumes !== "region") return fate;
  const loser = colorOf(verdict === "win" ? otherColor(toPlay) : toPlay);
  return t(`solve.condition.${verdict === "ko" ? "either" : loser}`, { fate });
}

/** The meaning of a verdict for the target. */
function verdictText({ defender, toPlay }: SolveAnswer, verdict: string): string {
  if (verdict === "ko") return t("solve.fate.ko");
  const lives = (toPlay === defender) === (verdict === "win");
  return t(`solve.fate.${lives ? "alive" : "dead"}.${colorOf(defender)}`);
}

/** The value of a move elsewhere; "" if it is unknown or already mentioned. */
export function tenukiText(answer: SolveAnswer): string {
  const { tenuki, verdict, toPlay, firstMoves } = answer;
  if (!["win", "lose", "ko"].includes(tenuki) || verdict === "lose" || firstMoves.includes("pass")) return "";
  // If that changes the verdict, its assumptions are unknown.
  const open = answer.found && tenuki !== verdict && verdict !== "ko";
  const then = { ...answer, verdict: tenuki, assumes: open ? "region" : answer.assumes };
  return t(`solve.tenuki.${colorOf(toPlay)}`, { fate: onCondition(verdictText(answer, tenuki), then) });
}

/** A move of the record as people read it. */
export const moveText = (move: string): string => (move === "pass" ? t("solve.pass") : move);

/** A longer line is shown only in the tree. */
const MOST_LINE = 8;

/** The maximum number of ko threats that the solver tries by number. */
const MOST_THREATS = 4;

/** "direct", or "2-step": the number of threats it takes. */
const koKind = (kind: string): string => {
  const [, steps] = /^(\d+)-step$/.exec(kind) ?? [];
  return steps ? t("solve.ko.steps", { steps }) : kind === "direct" ? t("solve.ko.direct") : kind;
};

export function koText(ko: SolveKo): string {
  const first = colorOf(ko.takesFirst);
  const threats =
    ko.threats > MOST_THREATS
      ? t("solve.ko.moreThreats", { count: MOST_THREATS })
      : t("solve.ko.threats", { count: ko.threats });
  return ko.kind
    ? t(`solve.ko.kind.${first}`, { threats, kind: koKind(ko.kind) })
    : t(`solve.ko.plain.${first}`, { threats });
}

/** The effect of Japanese rules on a bent four in the corner; "" for anything else. */
export function bentFourText({ bentFour, defender }: SolveAnswer): string {
  return bentFour ? t(`solve.bentFour.${colorOf(defender)}`) : "";
}

/** The sentence about the first moves; "" for none. */
export function movesText(answer: SolveAnswer): string {
  const { firstMoves, all, toPlay, verdict, found, assumes } = answer;
  const who = colorOf(toPlay);
  if (verdict === "unknown") return "";
  if (verdict === "lose") return t(`solve.moves.${assumes === "region" ? "noneInRegion" : "none"}.${who}`);
  if (firstMoves.includes("pass")) return t(`solve.moves.pass.${who}`);
  const [move] = firstMoves;
  if (move === undefined) return "";
  const doing = verdict === "ko" ? "leads" : "works";
  if (firstMoves.length > 1) {
    const moves = { count: firstMoves.length, moves: firstMoves.join(", ") };
    return t(`solve.moves.${doing}.${all && found ? "severalInRegion" : "several"}`, moves);
  }
  return t(`solve.moves.${doing}.${!all ? "one" : found ? "onlyInRegion" : "only"}`, { move });
}

/** The best play of both sides, as far as it is known; "" for none. */
export function lineText({ line }: SolveAnswer): string {
  if (line.length < 2) return "";
  const moves = line.slice(0, MOST_LINE).map(moveText).join(", ");
  return t(`solve.line.${line.length > MOST_LINE ? "beginning" : "whole"}`, { moves });
}

export function scoreText({ best, score }: SolveAnswer): string {
  if (!best || score === null) return "";
  return best === "pass" ? "" : t("solve.gain", { move: best, count: score });
}

/** The playable points of a board of that size, and the assumptions about the rest. */
export function regionText({ region, found, assumes }: SolveAnswer, all: number): string {
  const count = region.length;
  if (count === all) return t("solve.region.all");
  if (!found) return t("solve.region.given", { count });
  if (assumes === "nothing") return t("solve.region.certain", { count });
  if (assumes === "region") return t("solve.region.resting", { count });
  return t("solve.region.found", { count });
}

/** The meaning of the stones drawn outside of the region; "" for none. */
export function wallsText({ walls, defender, toPlay, verdict }: SolveAnswer): string {
  if (!walls.length) return "";
  const count = walls.length;
  const assumed = t(`solve.walls.${colorOf(otherColor(defender))}`, { count });
  const lives = verdict === (toPlay === defender ? "win" : "lose");
  return lives ? `${assumed} ${t("solve.walls.useless", { count })}` : assumed;
}

/** The size of the search: positions, time, speed. */
export function effortText({ nodes, millis }: SolveAnswer): string {
  const time =
    millis < 10
      ? t("solve.effort.finely", { time: millis })
      : millis < 1000
        ? t("solve.effort.millis", { time: Math.round(millis) })
        : t("solve.effort.seconds", { time: millis / 1000 });
  return t("solve.effort.positions", { count: nodes, time });
}

/** The question, by the server's code. */
const stages: Record<string, string> = {
  "who gets their way": t("solve.stage.way"),
  "what becomes of it": t("solve.stage.fate"),
  "first moves": t("solve.stage.moves"),
  "the best play": t("solve.stage.line"),
};

/** The current question, such as "Question 1 of 4: who gets their way". */
export function stageText(p: SolveProgress | null): string {
  if (p?.waiting) return waitingText(p.waiting);
  if (!p?.stage) return t("solve.progress.solving");
  const question = stages[p.stage] ?? p.stage;
  if (p.stages <= 1) return sentence(question);
  const number = Math.min(p.done + 1, p.stages);
  return t("solve.progress.stage", { number, all: p.stages, question });
}

export function progressText({ nodes, perSecond }: SolveProgress): string {
  return perSecond >= 1
    ? t("solve.progress.speed", { count: nodes, perSecond: Math.round(perSecond) })
    : t("solve.progress.positions", { count: nodes });
}

/** The state of the search: the minimum number of positions still to decide, for either result. */
export function numbersText({ proof, disproof }: SolveProgress): string {
  return t("solve.progress.numbers", { yes: numberText(proof), no: numberText(disproof) });
}

/** Very large numbers of the solver mean "infinite". */
const numberText = (n: number): string => (n >= 1e8 ? "∞" : numeral(n));

/** The judgement of a move. */
export type Judged = "correct" | "wrong" | "lost" | "unknown";

/** The server's verdict on a move. */
export const judgedAs = (verdict: string): Judged =>
  verdict === "correct" || verdict === "wrong" || verdict === "lost" ? verdict : "unknown";

/** The effect of the last move: a title, and the reason. */
export function judgementTexts(j: SolveJudgement, after: SolveAnswer): { title: string; text: string } {
  const verdict = judgedAs(j.verdict);
  const title =
    j.move === "pass"
      ? t(`solve.judged.${verdict}.elsewhere`)
      : t(`solve.judged.${verdict}.move`, { move: j.move });
  if (verdict === "unknown") return { title, text: t("solve.unjudged") };
  const texts = [sentence(onCondition(fateText(after), after))];
  if (after.verdict === "ko" && after.ko) texts.push(koText(after.ko));
  if (verdict === "wrong") texts.unshift(reasonText(j, after));
  else if (verdict === "lost") texts.unshift(t(`solve.nothingHelps.${colorOf(j.color)}`));
  else if (j.reply && j.reply !== "pass")
    texts.push(t(`solve.bestTry.${colorOf(after.toPlay)}`, { move: j.reply }));
  return { title, text: texts.join(" ") };
}

/** Why a move fails: its refutation. */
function reasonText({ reply }: SolveJudgement, { toPlay, line }: SolveAnswer): string {
  const other = colorOf(toPlay);
  const moves = line.slice(1, 7).map(moveText).join(", ");
  if (!moves) {
    if (reply === "pass") return t(`solve.because.pass.${other}`);
    return reply ? t(`solve.because.reply.${other}`, { move: reply }) : t("solve.because.some");
  }
  if (reply === "pass") return t(`solve.becauseThen.pass.${other}`, { moves });
  return reply
    ? t(`solve.becauseThen.reply.${other}`, { move: reply, moves })
    : t("solve.becauseThen.some", { moves });
}
