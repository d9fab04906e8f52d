// Points of a table.

/** A number of points, with halves as halves. */
export function points(x: number): string {
  const whole = Math.trunc(x);
  const rest = x - whole;
  const part = rest === 0.5 ? "½" : rest === 0.25 ? "¼" : rest === 0.75 ? "¾" : "";
  return part ? (whole ? String(whole) : "") + part : String(x);
}
