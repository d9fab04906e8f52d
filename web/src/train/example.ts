// Sample statistics for users who have none yet.
import type { TrainingStatistics } from "../wire.ts";

const points = [
  1500, 1391, 1452, 1398, 1440, 1471, 1446, 1480, 1502, 1487, 1511, 1529, 1518, 1540, 1552, 1545, 1566,
];
const day = 86_400_000;

/** The attempts of a user in the month before now. */
export function exampleStatistics(now: number): TrainingStatistics {
  const history = points.map((p, i) => ({
    at: new Date(now - (points.length - 1 - i) * 1.8 * day).toISOString(),
    points: p,
    deviation: 70 + 280 * Math.exp(-i / 3),
  }));
  const last = history[history.length - 1]!;
  return {
    rating: { points: last.points, deviation: last.deviation, rank: "11k", provisional: false },
    tried: 84,
    solved: 59,
    streak: 6,
    best: 11,
    history,
    levels: [
      { name: "20k–16k", tried: 31, solved: 27 },
      { name: "15k–11k", tried: 38, solved: 25 },
      { name: "10k–6k", tried: 15, solved: 7 },
    ],
    tags: [
      { name: "corner", tried: 44, solved: 33 },
      { name: "throw-in", tried: 21, solved: 14 },
      { name: "ko", tried: 12, solved: 5 },
    ],
    days: [],
  };
}
