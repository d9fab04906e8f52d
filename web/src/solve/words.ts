// What the solver says, in plain short sentences.
import { sentence } from "../lib/server/api.ts";
import { colorName, count, otherColor, waitingText } from "../lib/words/words.ts";
import type { SolveAnswer, SolveJudgement, SolveKo, SolveProgress, Tsumego } from "../wire.ts";

/** The large line over a problem. */
export function taskText({ toPlay, question }: Pick<Tsumego, "toPlay" | "question">): string {
  if (question === "status") return `${colorName(toPlay)} to play: what becomes of it?`;
  return `${colorName(toPlay)} to play and ${question}`;
}

/** What becomes of the target, such as "White is dead". */
export function fateText(answer: SolveAnswer): string {
  const who = colorName(answer.defender);
  switch (answer.fate) {
    case "alive":
      return `${who} lives`;
    case "dead":
      return `${who} is dead`;
    case "seki":
      return `${who} lives in seki`;
    case "ko":
      return "It is a ko";
  }
  return answer.verdict === "unknown" ? "Not found out yet" : verdictText(answer, answer.verdict);
}

/** The answer to the problem in one line, such as "White succeeds: Black is dead". */
export function answerText(answer: SolveAnswer): string {
  const [fate, who] = [fateText(answer), colorName(answer.toPlay)];
  if (answer.verdict !== "win" && answer.verdict !== "lose") return fate + conditionText(answer);
  if (answer.question === "status") return `With ${who} first, ${fate}${conditionText(answer)}`;
  return `${who} ${answer.verdict === "win" ? "succeeds" : "fails"}: ${fate}${conditionText(answer)}`;
}

/** How a verdict goes on that rests on the region: ", if nothing beyond the region helps Black"; else "". */
function conditionText({ assumes, verdict, toPlay }: SolveAnswer): string {
  if (assumes !== "region") return "";
  const loser = colorName(verdict === "win" ? otherColor(toPlay) : toPlay);
  return `, if nothing beyond the region helps ${verdict === "ko" ? "either side" : loser}`;
}

/** What a verdict for the side to move means for the target. */
function verdictText({ defender, toPlay }: SolveAnswer, verdict: string): string {
  if (verdict === "ko") return "It is a ko";
  const lives = (toPlay === defender) === (verdict === "win");
  return `${colorName(defender)} ${lives ? "lives" : "is dead"}`;
}

/** What it is worth to play elsewhere; "" where that is not known or was said. */
export function tenukiText(answer: SolveAnswer): string {
  const { tenuki, verdict, toPlay, firstMoves } = answer;
  if (!["win", "lose", "ko"].includes(tenuki) || verdict === "lose" || firstMoves.includes("pass")) return "";
  // Where that turns the verdict, nobody has said what it rests on.
  const open = answer.found && tenuki !== verdict && verdict !== "ko";
  const then = { ...answer, verdict: tenuki, assumes: open ? "region" : answer.assumes };
  return `If ${colorName(toPlay)} plays elsewhere: ${verdictText(answer, tenuki)}${conditionText(then)}.`;
}

/** A longer line is looked at in the tree. */
const MOST_LINE = 8;

/** The most ko threats that the solver tries by number. */
const MOST_THREATS = 4;

export function koText(ko: SolveKo): string {
  const [first, other] = [colorName(ko.takesFirst), colorName(otherColor(ko.takesFirst))];
  const needs =
    ko.threats > MOST_THREATS
      ? `more than ${count(MOST_THREATS, "ko threat")}`
      : count(ko.threats, "ko threat");
  return `${first} takes first; ${other} needs ${needs} to win it${ko.kind ? ` (${ko.kind})` : ""}.`;
}

/** What Japanese rules make of a bent four in the corner; "" for anything else. */
export function bentFourText({ bentFour, defender }: SolveAnswer): string {
  return bentFour
    ? `This is the bent four in the corner: by Japanese rules ${colorName(defender)} is dead as it stands, without the ko being played.`
    : "";
}

/** The sentence about the first moves; "" where there is nothing to say. */
export function movesText(answer: SolveAnswer): string {
  const { firstMoves, all, toPlay, verdict, found, assumes } = answer;
  const who = colorName(toPlay);
  const within = all && found ? " in the region" : "";
  if (verdict === "unknown") return "";
  if (verdict === "lose") return `No move of ${who}'s${assumes === "region" ? " in the region" : ""} helps.`;
  if (firstMoves.includes("pass")) return `${who} need not play here.`;
  if (!firstMoves.length) return "";
  if (firstMoves.length > 1)
    return `${firstMoves.length} moves${within} ${verdict === "ko" ? "lead to it" : "work"}: ${firstMoves.join(", ")}.`;
  return `${all ? `The only move${within}` : "One move"} that ${verdict === "ko" ? "leads to it" : "works"} is ${firstMoves[0]}.`;
}

/** The best play of both sides, as far as it is told; "" where there is none. */
export function lineText({ line }: SolveAnswer): string {
  const shown = line.slice(0, MOST_LINE).join(", ");
  return line.length > 1 ? `Best play: ${shown}${line.length > MOST_LINE ? " …" : "."}` : "";
}

export function scoreText({ best, score }: SolveAnswer): string {
  if (!best || score === null) return "";
  return best === "pass" ? "" : `${best} gains the most: ${count(score, "point")}.`;
}

/** What can be played on of a board of that many points, and what is taken for granted about the rest. */
export function regionText({ region, found, assumes }: SolveAnswer, all: number): string {
  const points = count(region.length, "point");
  if (region.length === all) return "The whole board can be played on.";
  if (!found) return `${points} can be played on, as given.`;
  const beyond: Record<string, string> = {
    nothing: "; nothing beyond can change the verdict",
    region: "; chains that reach beyond are taken to be safe",
  };
  return `moyo found that ${points} matter${beyond[assumes] ?? ""}.`;
}

/** What the stones are that are drawn beyond the region; "" where there are none. */
export function wallsText({ walls, defender, toPlay, verdict }: SolveAnswer): string {
  if (!walls.length) return "";
  const one = walls.length === 1;
  const stones = `${one ? "a stone" : "stones"} of ${colorName(otherColor(defender))}'s`;
  const where = `${one ? "the point" : "the points"} marked #, beyond the region`;
  const lives = verdict === (toPlay === defender ? "win" : "lose");
  const help = lives ? ` ${one ? "It does" : "They do"} not help even so.` : "";
  return `The answer assumes ${stones} on ${where}.${help}`;
}

/** What the work was: positions, time, speed. */
export function effortText({ nodes, millis }: SolveAnswer): string {
  const time =
    millis < 1000
      ? `${millis < 10 ? millis.toFixed(1) : Math.round(millis)} ms`
      : `${(millis / 1000).toFixed(1)} s`;
  return `${count(nodes, "position")} in ${time}`;
}

/** What is being asked, such as "Question 1 of 4: who gets their way". */
export function stageText(p: SolveProgress | null): string {
  if (p?.waiting) return waitingText(p.waiting);
  if (!p?.stage) return "Solving …";
  return p.stages > 1
    ? `Question ${Math.min(p.done + 1, p.stages)} of ${p.stages}: ${p.stage}`
    : sentence(p.stage);
}

export function progressText(p: SolveProgress): string {
  const speed = p.perSecond >= 1 ? ` · ${Math.round(p.perSecond).toLocaleString("en")} a second` : "";
  return `${count(p.nodes, "position")}${speed}`;
}

/** How the search stands: how many positions are still to be decided at least, either way. */
export function numbersText({ proof, disproof }: SolveProgress): string {
  return `To be shown for yes: ${numberText(proof)}, for no: ${numberText(disproof)}`;
}

/** The solver's numbers stand for "without end" where they are very large. */
const numberText = (n: number): string => (n >= 1e8 ? "∞" : n.toLocaleString("en"));

/** What the last move did: a title, and why. */
export function judgementTexts(j: SolveJudgement, after: SolveAnswer): { title: string; text: string } {
  const move = j.move === "pass" ? "To play elsewhere" : j.move;
  const becomes = `${fateText(after)}${conditionText(after)}.`;
  const fate = after.verdict === "ko" && after.ko ? `${becomes} ${koText(after.ko)}` : becomes;
  const other = colorName(after.toPlay);
  const then = after.line.slice(1, 7).join(", ");
  const because =
    j.reply === "pass"
      ? `${other} need not even answer`
      : j.reply
        ? `${other} answers ${j.reply}`
        : "the other side has an answer";
  switch (j.verdict) {
    case "correct":
      return {
        title: `Correct: ${move}`,
        text: fate + (j.reply && j.reply !== "pass" ? ` ${other}'s best try is ${j.reply}.` : ""),
      };
    case "wrong":
      return {
        title: `${move} fails`,
        text: `This fails because ${because}${then ? `, and then ${then}` : ""}. ${fate}`,
      };
    case "lost":
      return {
        title: `${move} does not help`,
        text: `Nothing helps ${colorName(j.color)} any more. ${fate}`,
      };
  }
  return { title: `${move}: not found out`, text: "Whether this works could not be found out in time." };
}
