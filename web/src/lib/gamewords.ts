// The names of games and their rules in a few words.
import { count, handicapOf, parseRules } from "./words.ts";

const koNames: Record<string, string> = {
  positional: "positional superko",
  situational: "situational superko",
  natural: "natural superko",
  simple: "simple ko",
};

const gomokuRules: Record<string, string> = {
  freestyle: "Gomoku, freestyle",
  standard: "Gomoku, exactly five",
  renju: "Renju",
  caro8: "Caro, six may win",
  caro9: "Caro, exactly five",
};

const openings: Record<string, string> = {
  swap: "swap",
  swap2: "swap2",
  pro: "pro opening",
  longpro: "long pro opening",
  soosorv: "Soosõrv-8",
  taraguchi: "Taraguchi-10",
  rif: "RIF opening",
};

function gomokuText(values: Record<string, string>): string {
  const parts = [gomokuRules[values["rule"] ?? "freestyle"] ?? "Gomoku"];
  if ((values["n"] ?? "5") !== "5") parts.push(`${values["n"]} in a row`);
  const opening = openings[values["opening"] ?? "none"];
  if (opening) parts.push(opening);
  return parts.join(", ");
}

const numbers: Record<string, string> = {
  "2": "Two",
  "3": "Three",
  "4": "Four",
  "5": "Five",
  "6": "Six",
  "7": "Seven",
  "8": "Eight",
};

/** The name of the game that rules are of. */
export function gameName(id: string): string {
  const { game, values } = parseRules(id);
  const rule = values["rule"] ?? "";
  switch (game) {
    case "weiqi":
      return "Go";
    case "gomoku":
      return rule === "renju" ? "Renju" : rule.startsWith("caro") ? "Caro" : "Gomoku";
    case "capturefive":
      return values["captures"] === "no" ? "Robogo" : `Capture ${numbers[values["n"] ?? "5"] ?? "Five"}`;
    case "connect4":
      return `Connect ${numbers[values["n"] ?? "4"] ?? "Four"}`;
    case "atari-go":
      return "Atari-Go";
  }
  return game.charAt(0).toUpperCase() + game.slice(1);
}

/** Rules in a few words, such as "Area scoring, komi 6.5, 2 handicap stones". */
export function rulesText(id: string): string {
  const { game, values } = parseRules(id);
  switch (game) {
    case "weiqi":
      return goText(id, values);
    case "gomoku":
      return gomokuText(values);
    case "capturefive":
      return captureFiveText(id, values);
    case "connect4":
      return `${gameName(id)}, ${values["n"] ?? "4"} in a row`;
    case "atari-go":
      return `Atari-Go, ${count(Number(values["captures"] ?? 1), "capture")} to win`;
    case "pente":
      return `Pente, ${values["n"] ?? "5"} in a row or ${values["captures"] ?? "10"} stones taken`;
    case "pentalath":
      return `Pentalath, ${values["n"] ?? "5"} in a row`;
  }
  return gameName(id);
}

function goText(id: string, values: Record<string, string>): string {
  const parts = [values["score"] === "territory" ? "Territory scoring" : "Area scoring"];
  if (values["komi"] !== undefined) parts.push(`komi ${values["komi"]}`);
  if (handicapOf(id) > 0) parts.push(count(handicapOf(id), "handicap stone"));
  const ko = koNames[values["ko"] ?? ""];
  if (ko && values["ko"] !== "positional") parts.push(ko);
  if (values["suicide"] === "yes") parts.push("suicide allowed");
  return parts.join(", ");
}

function captureFiveText(id: string, values: Record<string, string>): string {
  const parts = [gameName(id), `${values["n"] ?? "5"} in a row`];
  if (values["lines"] === "all") parts.push("diagonals too");
  if (values["captures"] === "no") parts.push("no captures");
  const ko = koNames[values["ko"] ?? ""];
  if (ko && values["ko"] !== "positional") parts.push(ko);
  if (values["pass"] === "yes") parts.push("passing allowed");
  return parts.join(", ");
}
