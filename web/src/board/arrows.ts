/** The outlines of arrows on flat boards. Pure. */
import type { FlatLayout } from "./flat";
import type { Arrow } from "./state";

/** Measures in radii of the stone at the end: half the shaft, half the head and its length. */
const SHAFT = 0.13;
const HEAD = 0.42;
const LONG = 0.8;
/** The distance from the centre of the first point to the start of an arrow, and from its tip to the last point. */
const AWAY = 0.3;

/** An arrow, or a line, as the path of its outline. */
export function arrowPath({ places, stones }: FlatLayout, { from, to, head }: Arrow): string {
  const [x, y] = [places[2 * from]!, places[2 * from + 1]!];
  const [dx, dy] = [places[2 * to]! - x, places[2 * to + 1]! - y];
  const far = Math.hypot(dx, dy) || 1;
  const stone = Math.min(stones[to]!, far / 2);
  const away = head ? AWAY * stone : 0;
  const [end, neck] = [far - away, far - away - (head ? LONG * stone : 0)];
  const corners: [along: number, aside: number][] = head
    ? [
        [away, SHAFT],
        [neck, SHAFT],
        [neck, HEAD],
        [end, 0],
        [neck, -HEAD],
        [neck, -SHAFT],
        [away, -SHAFT],
      ]
    : [
        [0, SHAFT],
        [far, SHAFT],
        [far, -SHAFT],
        [0, -SHAFT],
      ];
  const place = ([along, aside]: [number, number]): string => {
    const [k, l] = [along / far, (aside * stone) / far];
    return `${(x + k * dx - l * dy).toFixed(1)} ${(y + k * dy + l * dx).toFixed(1)}`;
  };
  return `M${corners.map(place).join("L")}Z`;
}
