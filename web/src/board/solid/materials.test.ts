import { DataTexture, type Color } from "three";
import { expect, it } from "vitest";

import type { Palette, Rgb } from "../palette";
import { paintStones, paintSurface, stoneMaterial, surfaceMaterial } from "./materials";

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
const WOOD: Rgb = [195, 155, 96];
const SHADE: Rgb = [120, 90, 50];

/** Colours, only some of which matter. */
const palette = (own: Partial<Palette>): Palette =>
  new Proxy(own, { get: (from, name) => from[name as keyof Palette] ?? BLACK }) as Palette;

it("outlines black stones if their edge is brighter than the ground", () => {
  const material = stoneMaterial(false);
  const edged = (blackEdge: Rgb, surface: Rgb) => {
    paintStones(palette({ blackEdge, surface }), [material]);
    return material.uniforms["edged"]!.value as number;
  };
  expect(edged(WHITE, BLACK)).toBe(1);
  expect(edged(WHITE, WOOD)).toBe(1);
  expect(edged(WHITE, WHITE)).toBe(0);
  expect(edged([133, 133, 142], WOOD)).toBe(0);
});

it("shades the ground by its own look, whatever the stones are", () => {
  const material = surfaceMaterial(new DataTexture(), 1);
  for (const blackLight of [BLACK, WOOD]) {
    paintSurface(palette({ surface: WOOD, surfaceShade: SHADE, blackLight }), BLACK, material);
    const { r, g, b } = material.uniforms["shade"]!.value as Color;
    expect([r, g, b].map((c) => Math.round(c * 255))).toEqual(SHADE);
  }
});
