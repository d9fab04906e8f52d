/** Whose each point will be, in a few shades. Pure. */
import { BLACK, EMPTY, WHITE, type Stone } from "./state";

/** Points of one side that are as surely its own. */
interface Shade {
  owner: Stone;
  /** from 1, perhaps, to 4, surely */
  strength: number;
  points: number[];
}

/** How surely a point is somebody's, and whose; strength 0 for nobody's. Below a quarter nothing is said. */
export function ownerOf(hundredths: number): { owner: Stone; strength: number } {
  const strength = Math.min(4, Math.floor(Math.abs(hundredths) / 22));
  if (strength === 0) return { owner: EMPTY, strength };
  return { owner: hundredths > 0 ? BLACK : WHITE, strength };
}

/** The points that are somebody's, by owner and how surely. */
export function ownerShades(owners: readonly number[]): Shade[] {
  const shades = new Map<string, Shade>();
  owners.forEach((hundredths, point) => {
    const { owner, strength } = ownerOf(hundredths);
    if (strength === 0) return;
    const key = `${owner} ${strength}`;
    const shade = shades.get(key) ?? { owner, strength, points: [] };
    shade.points.push(point);
    shades.set(key, shade);
  });
  return [...shades.values()];
}
