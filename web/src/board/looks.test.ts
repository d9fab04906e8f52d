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

/** The kinds of drawing: a flat board, the surface of a solid one, one without a surface. */
const kinds = ["flat", "surface", "space"] as const;
type Kind = (typeof kinds)[number];

/** Reports whether a compound selector of looks.css matches an element with these classes and that theme. */
function matches(selector: string, classes: readonly string[], theme: string): boolean {
  const any = /:is\((.*)\)/.exec(selector);
  if (any) {
    const rest = selector.replace(any[0], "");
    return matches(rest, classes, theme) && any[1]!.split(",").some((part) => matches(part, classes, theme));
  }
  const words = [...selector.matchAll(/data-theme~="([^"]+)"/g)].map((m) => m[1]!);
  const named = [...selector.matchAll(/\.([\w-]+)/g)].map((m) => m[1]!);
  return words.every((word) => theme.split(" ").includes(word)) && named.every((n) => classes.includes(n));
}

const weight = (selector: string): number => (selector.replace(/:is\(|,.*/g, "").match(/[.[]/g) ?? []).length;

/** The rules of looks.css, one for each selector. */
const rules = [...css.matchAll(/([^{}]+)\{([^}]*)\}/g)].flatMap(([, selectors, body]) =>
  selectors!.split(/,(?![^(]*\))/).map((selector) => ({ selector: selector.trim(), body: body! })),
);

/** The custom properties of an element with these classes, by the cascade. */
function declared(classes: readonly string[], theme: string): Map<string, string> {
  const own = rules
    .filter((rule) => matches(rule.selector, classes, theme))
    .sort((a, b) => weight(a.selector) - weight(b.selector));
  const out = new Map<string, string>();
  for (const { body } of own)
    for (const [, name, value] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) out.set(name!, value!);
  const value = (name: string): string =>
    (out.get(name) ?? "").replace(/var\((--[\w-]+)\)/g, (_, other: string) => value(other));
  return new Map([...out.keys()].map((name) => [name, value(name)]));
}

/** The custom properties of a board of that theme. */
function tokens(theme: string, kind: Kind = "flat"): Map<string, string> {
  const board = declared(kind === "flat" ? ["moyo-board", "flat"] : ["moyo-board"], theme);
  // A canvas inside the board draws the surface.
  return kind === "surface" ? new Map([...board, ...declared(["solid-ground"], theme)]) : board;
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

const drawn = themes.flatMap((theme) => kinds.map((kind) => ({ theme, kind })));

describe.each(drawn)("$theme, $kind", ({ theme, kind }) => {
  const all = tokens(theme, kind);
  const of = (name: string) => all.get(name) ?? "";
  const behind = kind === "space" ? "--board-backdrop" : "--board-ground";
  const against = (name: string, ground = behind) => contrast(of(name), of(ground));

  it("has lines of 4:1, letters of 4.5:1 and marks of 3:1 against what is behind them", () => {
    if (kind !== "space") expect(against("--board-line")).toBeGreaterThanOrEqual(4);
    expect(against("--board-text")).toBeGreaterThanOrEqual(4.5);
    for (const mark of ["forbidden", "danger", "chosen"])
      expect(against(`--mark-${mark}`), mark).toBeGreaterThanOrEqual(3);
    expect(against("--mark-chosen-text", "--mark-chosen")).toBeGreaterThanOrEqual(4.5);
  });

  it("has stones that contrast with each other, and marks that contrast with their stones", () => {
    expect(against("--stone-black", "--stone-white")).toBeGreaterThanOrEqual(12);
    expect(against("--mark-on-black", "--stone-black")).toBeGreaterThanOrEqual(7);
    expect(against("--mark-on-white", "--stone-white")).toBeGreaterThanOrEqual(7);
  });
});

describe.each(themes)("%s", (theme) => {
  it("has stones that contrast with a flat ground, by themselves or by their edges", () => {
    const all = tokens(theme);
    const against = (name: string) => contrast(all.get(name)!, all.get("--board-ground")!);
    for (const colour of ["black", "white"])
      expect(
        Math.max(against(`--stone-${colour}`), against(`--stone-${colour}-edge`)),
        colour,
      ).toBeGreaterThanOrEqual(3);
  });

  it("has a solid surface of the same ground", () => {
    const surface = tokens(theme, "surface");
    expect(surface.get("--board-ground")).toBe(tokens(theme).get("--board-ground"));
    expect(surface.get("--board-surface")).toBe(surface.get("--board-ground"));
  });
});

it("has its own ground for each choice, in dark and solid views too", () => {
  const own = grounds.filter((ground) => ground !== "plain" && ground !== "contrast");
  for (const shade of ["light", "dark"])
    for (const kind of kinds) {
      const found = own.map((ground) =>
        tokens(`${shade} board-${ground} stones-shell`, kind).get("--board-surface"),
      );
      expect(new Set(found).size, `${shade}, ${kind}`).toBe(own.length);
    }
});

it("marks points in a colour that no line has, and so no star point", () => {
  const rgb = (hex: string) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
  for (const { theme, kind } of drawn.filter(({ theme }) => !/board-(plain|contrast)/.test(theme))) {
    const all = tokens(theme, kind);
    const [mark, line] = [rgb(all.get("--mark-chosen")!), rgb(all.get("--board-line")!)];
    expect(Math.hypot(...mark.map((c, i) => c - line[i]!)), `${theme}, ${kind}`).toBeGreaterThanOrEqual(65);
  }
});

it("separates high-contrast stones by an edge of the other colour, on every board", () => {
  for (const { theme, kind } of drawn.filter(({ theme }) => theme.endsWith("stones-contrast"))) {
    const all = tokens(theme, kind);
    expect([all.get("--stone-black-edge"), all.get("--stone-white-edge")]).toEqual(["#ffffff", "#000000"]);
  }
});

it("outlines black stones on black ground", () => {
  for (const set of stoneSets)
    for (const kind of ["flat", "surface"] as const) {
      const all = tokens(`dark board-contrast stones-${set}`, kind);
      const edge = contrast(all.get("--stone-black-edge")!, all.get("--board-ground")!);
      expect(edge, `${set}, ${kind}`).toBeGreaterThanOrEqual(3);
    }
});

it("gives black stones a rim of light if the page is dark", () => {
  for (const set of ["shell", "glass"] as const) {
    const dark = tokens(`dark board-kaya stones-${set}`);
    const rim = contrast(dark.get("--stone-black-rim")!, dark.get("--stone-black")!);
    expect(rim, set).toBeGreaterThanOrEqual(3);
  }
});

it("parses the words of a theme, and knows the meaning of light or dark alone", () => {
  expect([groundOf("dark"), stoneSetOf("dark"), isLoose("dark")]).toEqual(["kaya", "shell", false]);
  const theme: Theme = "light board-plain stones-contrast loose";
  expect([groundOf(theme), stoneSetOf(theme), isLoose(theme)]).toEqual(["plain", "contrast", true]);
});

it("always gives a point the same stone", () => {
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
