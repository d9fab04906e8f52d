/** Estimated ownership in a few shades. Pure. */
import { BLACK, EMPTY, WHITE, type Stone } from "./state";

/** Points of one side with the same certainty. */
interface Shade {
  owner: Stone;
  /** from 1, perhaps, to 4, certainly */
  strength: number;
  points: number[];
}

/** The likely owner of a point and the certainty; strength 0 for neutral points. Below a quarter nothing is shown. */
export function ownerOf(hundredths: number): { owner: Stone; strength: number } {
  const strength = Math.min(4, Math.floor(Math.abs(hundredths) / 22));
  if (strength === 0) return { owner: EMPTY, strength };
  return { owner: hundredths > 0 ? BLACK : WHITE, strength };
}

/** The points with an owner, by owner and certainty. */
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
