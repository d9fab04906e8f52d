// Points of a score.

/** A number of points, with ½ for halves. */
export function points(x: number): string {
  const whole = Math.trunc(x);
  const rest = x - whole;
  const part = rest === 0.5 ? "½" : rest === 0.25 ? "¼" : rest === 0.75 ? "¾" : "";
  return part ? (whole ? String(whole) : "") + part : String(x);
}
