// A problem as the fragment of an address, and back. Stones are run-length encoded ("12.x3o"), points are ranges
// ("3-7.9").
import type { Threats, Tsumego } from "../wire.ts";

/** More points than any board of the server has. */
const MOST_POINTS = 20_000;

export function hashOf(problem: Tsumego): string {
  const { threats } = problem;
  const parts: [string, string][] = [
    ["b", problem.board],
    ["s", runs(problem.stones)],
    ["m", problem.toPlay.charAt(0)],
    ["q", problem.question],
    ["t", ranges(problem.target)],
    ["r", ranges(problem.region)],
    ["w", ranges(problem.walls)],
    ["k", problem.ko === null ? "" : String(problem.ko)],
    ["h", threats ? `${threats.black}.${threats.white}` : ""],
    ["n", problem.notes],
    ["i", problem.id],
  ];
  return parts
    .filter(([, value]) => value !== "")
    .map(
      ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%3A", ":").replaceAll("%2C", ",")}`,
    )
    .join("&");
}

/** The problem in an address; null for none. */
export function problemOfHash(hash: string): Tsumego | null {
  const values = new URLSearchParams(hash);
  const get = (name: string) => values.get(name) ?? "";
  const stones = stonesOfRuns(get("s"));
  if (!get("b") || stones === null) return null;
  const ko = pointsOf(get("k"))[0];
  return {
    id: get("i"),
    board: get("b"),
    stones,
    toPlay: get("m") === "w" ? "white" : "black",
    ko: ko !== undefined && ko < stones.length ? ko : null,
    question: ["live", "kill", "status"].find((q) => q === get("q")) ?? "kill",
    target: pointsOf(get("t")).filter((p) => p < stones.length),
    region: pointsOf(get("r")).filter((p) => p < stones.length),
    walls: pointsOf(get("w")).filter((p) => p < stones.length),
    threats: threatsOf(get("h")),
    notes: get("n"),
  };
}

function runs(stones: string): string {
  return stones.replace(
    /(.)\1*/g,
    (run: string, stone: string) => (run.length > 1 ? run.length : "") + stone,
  );
}

function stonesOfRuns(text: string): string | null {
  if (!/^(\d{0,5}[.xo])+$/.test(text)) return null;
  let stones = "";
  for (const [, length, stone] of text.matchAll(/(\d*)([.xo])/g)) {
    const n = length ? Number(length) : 1;
    if (stones.length + n > MOST_POINTS) return null;
    stones += stone!.repeat(n);
  }
  return stones;
}

function ranges(points: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < points.length; i++) {
    const first = points[i]!;
    while (points[i + 1] === points[i]! + 1) i++;
    parts.push(points[i] === first ? String(first) : `${first}-${points[i]}`);
  }
  return parts.join(".");
}

function pointsOf(text: string): number[] {
  const points: number[] = [];
  for (const [, from, to] of text.matchAll(/(\d{1,5})(?:-(\d{1,5}))?/g)) {
    const last = Math.min(Number(to ?? from), MOST_POINTS);
    for (let p = Number(from); p <= last && points.length < MOST_POINTS; p++) points.push(p);
  }
  return points;
}

function threatsOf(text: string): Threats | null {
  const [, black, white] = /^(\d{1,3})\.(\d{1,3})$/.exec(text) ?? [];
  if (black === undefined || white === undefined) return null;
  return { black: Math.min(Number(black), 255), white: Math.min(Number(white), 255) };
}
