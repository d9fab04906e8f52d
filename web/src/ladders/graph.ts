// The graph of a player's places over time: steps, with the top place above.
import { momentText } from "../text/text.ts";
import type { LadderStep } from "../wire.ts";

interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Graph {
  /** the steps, as the "d" of a path; a gap where the player was not on the ladder */
  line: string;
  /** the y of places */
  marks: { y: number; place: number }[];
  from: string;
  to: string;
}

/** The places of a player until now (milliseconds since 1970), drawn into a frame. */
export function placeGraph(steps: readonly LadderStep[], now: number, frame: Frame): Graph {
  const places = steps.map((s) => s.place).filter((place) => place > 0);
  const best = Math.min(...places, Infinity);
  const worst = Math.max(...places, 0);
  const first = Date.parse(steps[0]?.at ?? "") || now;
  const span = Math.max(now - first, 1);
  const x = (at: number) => frame.left + ((at - first) / span) * (frame.width - frame.left - frame.right);
  const y = (place: number) =>
    worst === best
      ? (frame.top + frame.height - frame.bottom) / 2
      : frame.top + ((place - best) / (worst - best)) * (frame.height - frame.top - frame.bottom);
  let line = "";
  let before = 0;
  for (const [i, step] of steps.entries()) {
    const end = i + 1 < steps.length ? Date.parse(steps[i + 1]?.at ?? "") : now;
    if (step.place > 0) {
      const [from, to, h] = [x(Date.parse(step.at)), x(end), y(step.place)].map((n) => n.toFixed(1));
      line += `${before > 0 ? "V" + String(h) : `M${String(from)} ${String(h)}`}H${String(to)}`;
    }
    before = step.place;
  }
  return {
    line,
    marks: places.length ? [...new Set([best, worst])].map((place) => ({ y: y(place), place })) : [],
    from: momentText(new Date(first).toISOString(), "recent"),
    to: momentText(new Date(now).toISOString(), "recent"),
  };
}
