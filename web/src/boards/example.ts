// A lantern: the sample board for users without a file of their own, in Blender's format.
import type { Board } from "../wire.ts";

const around = 8;
const rings = [
  { radius: 0.9, height: -1.5 },
  { radius: 1.5, height: -0.6 },
  { radius: 1.5, height: 0.6 },
  { radius: 0.9, height: 1.5 },
];

const round = (n: number): number => Math.round(1000 * n) / 1000;
const at = (ring: number, i: number): number => ring * around + (i % around);
const [bottom, top] = [rings.length * around, rings.length * around + 1];

const coords: [number, number, number][] = [
  ...rings.flatMap(({ radius, height }) =>
    Array.from({ length: around }, (_, i): [number, number, number] => {
      const angle = (2 * Math.PI * i) / around;
      return [round(radius * Math.cos(angle)), height, round(radius * Math.sin(angle))];
    }),
  ),
  [0, -1.9, 0],
  [0, 1.9, 0],
];

const edges: [number, number][] = [];
const faces: number[][] = [];
for (let i = 0; i < around; i++) {
  for (const ring of rings.keys()) {
    edges.push([at(ring, i), at(ring, i + 1)]);
    if (ring === 0) continue;
    edges.push([at(ring - 1, i), at(ring, i)]);
    faces.push([at(ring - 1, i), at(ring, i), at(ring, i + 1), at(ring - 1, i + 1)]);
  }
  edges.push([at(0, i), bottom], [at(rings.length - 1, i), top]);
  faces.push([bottom, at(0, i), at(0, i + 1)], [at(rings.length - 1, i + 1), at(rings.length - 1, i), top]);
}

/** The name of its file. */
export const exampleName = "lantern.obj";

export const exampleFile = [
  ...coords.map((c) => `v ${c.join(" ")}`),
  ...edges.map((e) => `l ${e.map((p) => p + 1).join(" ")}`),
].join("\n");

/** As the server would convert it, for its picture. */
export const exampleBoard: Board = {
  spec: "",
  title: "",
  flat: false,
  width: 0,
  height: 0,
  coords,
  edges,
  faces,
  names: coords.map(String),
  stars: [],
  lines: false,
  class: "flat",
};

/** Some stones on it, black and white, as boards are drawn. */
export const exampleStones = Uint8Array.from(coords, (_, p) => (p % 5 === 1 ? 1 : p % 7 === 3 ? 2 : 0));
