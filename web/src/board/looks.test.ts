import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import {
  fillOf,
  groundOf,
  grounds,
  isLoose,
  stoneSetOf,
  stoneSets,
  traitOf,
  VARIANTS,
  type Shade,
  type Theme,
} from "./looks";

const css = readFileSync(new URL("./looks.css", import.meta.url), "utf8").replace(/\/\*.*?\*\//gs, "");

/** Whether a flat board of that theme is what a selector of looks.css means. */
function matches(selector: string, theme: string): boolean {
  const any = /:is\((.*)\)/.exec(selector);
  if (any) return any[1]!.split(",").some((part) => matches(part, theme));
  const words = [...selector.matchAll(/data-theme~="([^"]+)"/g)].map((m) => m[1]!);
  return words.every((word) => theme.split(" ").includes(word));
}

const weight = (selector: string): number => (selector.replace(/:is\(|,.*/g, "").match(/[.[]/g) ?? []).length;

/** The custom properties of a flat board of that theme, as the cascade leaves them. */
function tokens(theme: string): Map<string, string> {
  const rules = [...css.matchAll(/([^{}]+)\{([^}]*)\}/g)]
    .map(([, selector, body]) => ({ selector: selector!.trim(), body: body! }))
    .filter((rule) => matches(rule.selector, theme))
    .sort((a, b) => weight(a.selector) - weight(b.selector));
  const out = new Map<string, string>();
  for (const { body } of rules)
    for (const [, name, value] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) out.set(name!, value!);
  return out;
}

/** Relative luminance, as WCAG 2 computes it. */
function luminance(hex: string): number {
  expect(hex).toMatch(/^#[0-9a-f]{6}$/);
  const [r, g, b] = [1, 3, 5].map((i) => {
    const c = parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}

const shades: Shade[] = ["light", "dark", "colour-blind"];
const themes = shades.flatMap((shade) =>
  grounds.flatMap((ground) => stoneSets.map((set): Theme => `${shade} board-${ground} stones-${set}`)),
);

describe.each(themes)("%s", (theme) => {
  const all = tokens(theme);
  const of = (name: string) => all.get(name) ?? "";
  const against = (name: string, ground = "--board-ground") => contrast(of(name), of(ground));

  it("has lines of 4:1, letters of 4.5:1 and marks of 3:1 on its ground", () => {
    expect(against("--board-line")).toBeGreaterThanOrEqual(4);
    expect(against("--board-text")).toBeGreaterThanOrEqual(4.5);
    for (const mark of ["forbidden", "danger", "chosen"])
      expect(against(`--mark-${mark}`), mark).toBeGreaterThanOrEqual(3);
    expect(against("--mark-chosen-text", "--mark-chosen")).toBeGreaterThanOrEqual(4.5);
  });

  it("has stones that stand out from the ground, by themselves or by their edges", () => {
    for (const colour of ["black", "white"]) {
      const stone = against(`--stone-${colour}`);
      const edge = against(`--stone-${colour}-edge`);
      expect(Math.max(stone, edge), colour).toBeGreaterThanOrEqual(3);
    }
    expect(against("--stone-black", "--stone-white")).toBeGreaterThanOrEqual(12);
    expect(against("--mark-on-black", "--stone-black")).toBeGreaterThanOrEqual(7);
    expect(against("--mark-on-white", "--stone-white")).toBeGreaterThanOrEqual(7);
  });
});

it("parts stones of high contrast by an edge of the other colour, on every board", () => {
  for (const shade of shades)
    for (const ground of grounds) {
      const all = tokens(`${shade} board-${ground} stones-contrast`);
      expect([all.get("--stone-black-edge"), all.get("--stone-white-edge")]).toEqual(["#ffffff", "#000000"]);
    }
});

it("gives black stones a rim of light where the page is dark", () => {
  for (const set of ["shell", "glass"] as const) {
    const dark = tokens(`dark board-kaya stones-${set}`);
    const rim = contrast(dark.get("--stone-black-rim")!, dark.get("--stone-black")!);
    expect(rim, set).toBeGreaterThanOrEqual(3);
  }
});

it("reads the words of a theme, and what a shade alone means", () => {
  expect([groundOf("dark"), stoneSetOf("dark"), isLoose("dark")]).toEqual(["kaya", "shell", false]);
  const theme: Theme = "light board-plain stones-contrast loose";
  expect([groundOf(theme), stoneSetOf(theme), isLoose(theme)]).toEqual(["plain", "contrast", true]);
});

it("gives each point its own stone, the same at every look", () => {
  const points = Array.from({ length: 361 }, (_, p) => p);
  const fills = points.map((p) => fillOf("a", "shell", true, p));
  expect(points.map((p) => fillOf("a", "shell", true, p))).toEqual(fills);
  const counts = new Map<string, number>();
  for (const fill of fills) counts.set(fill, (counts.get(fill) ?? 0) + 1);
  expect(counts.size).toBe(VARIANTS);
  for (const count of counts.values()) expect(count).toBeGreaterThan(80);
  expect(fillOf("a", "plain", false, 3)).toBe("var(--stone-white)");
  expect(points.every((p) => traitOf(p, 1, 2) >= 0 && traitOf(p, 1, 2) < 2)).toBe(true);
});
