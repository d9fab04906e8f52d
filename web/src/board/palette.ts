/** The board's colours as numbers, for canvas and WebGL, which cannot use custom properties. */

/** Red, green, blue, 0 to 255, in sRGB. */
export type Rgb = readonly [number, number, number];

const names = {
  backdrop: "--board-backdrop",
  ground: "--board-ground",
  line: "--board-line",
  grain: "--board-grain",
  text: "--board-text",
  surface: "--board-surface",
  surfaceShade: "--board-surface-shade",
  black: "--stone-black",
  blackLight: "--stone-black-light",
  blackRim: "--stone-black-rim",
  blackEdge: "--stone-black-edge",
  white: "--stone-white",
  whiteLight: "--stone-white-light",
  whiteShade: "--stone-white-shade",
  whiteEdge: "--stone-white-edge",
  markOnBlack: "--mark-on-black",
  markOnWhite: "--mark-on-white",
  forbidden: "--mark-forbidden",
  danger: "--mark-danger",
  frame: "--board-frame",
  slot: "--board-slot",
  chosen: "--mark-chosen",
  chosenText: "--mark-chosen-text",
} as const;

export type Palette = Record<keyof typeof names, Rgb>;

/** Reads the colours of an element; once for each change of theme is enough. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const properties = Object.values(names);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [properties.length, 1];
  // Drawing a pixel understands every CSS colour notation; reading it back is slow, so it is done only once.
  const context = canvas.getContext("2d", { willReadFrequently: true });
  properties.forEach((property, x) => {
    if (!context) return;
    context.fillStyle = style.getPropertyValue(property).trim() || "#808080";
    context.fillRect(x, 0, 1, 1);
  });
  const pixels = context?.getImageData(0, 0, properties.length, 1).data;
  const entries = Object.keys(names).map((key, x): [string, Rgb] => {
    const [r = 128, g = 128, b = 128] = pixels?.subarray(4 * x) ?? [];
    return [key, [r, g, b]];
  });
  return Object.fromEntries(entries) as Palette;
}

/** The colour a share t of the way from a to b. */
export const mix = (a: Rgb, b: Rgb, t: number): Rgb => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];

export const css = ([r, g, b]: Rgb, alpha = 1): string =>
  `rgb(${Math.round(r)} ${Math.round(g)} ${Math.round(b)} / ${alpha})`;
