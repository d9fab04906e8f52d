/**
 * Sketches as files and back: moyo's JSON, which keeps a sketch exactly, that of govariants, and Wavefront OBJ. The
 * limits are the server's. Pure.
 */
import type { Vec } from "../../board/vec.ts";
import { t } from "../../text/text.ts";
import {
  EMPTY,
  connect,
  edgeOf,
  edgeSet,
  folded,
  isName,
  MOST_EDGES,
  MOST_POINTS,
  MOST_THROUGH,
  pairKey,
  shownNames,
  type Edge,
  type Line,
  type Sketch,
} from "./sketch.ts";

export const LARGEST_FILE = 8 << 20;
const FARTHEST = 1e9;

/** A part of the file with lines of reasonable length. */
const rows = (list: readonly unknown[]): string => {
  const parts: string[] = [];
  for (let i = 0; i < list.length; i += 16)
    parts.push(
      list
        .slice(i, i + 16)
        .map((entry) => JSON.stringify(entry))
        .join(","),
    );
  return `[${parts.join(",\n")}]`;
};

const lineOut = ({ points, diagonal, closed }: Line): unknown =>
  diagonal || closed ? { points, ...(diagonal && { diagonal }), ...(closed && { closed }) } : points;

/** The sketch as moyo's JSON, which reads back as the same sketch. */
export function toJSON(sketch: Sketch): string {
  const { title, points, names, edges, faces, lines, stars } = sketch;
  const parts: string[] = [];
  if (title) parts.push(`"title":${JSON.stringify(title)}`);
  parts.push(`"points":${points.length}`, `"coordinates":${rows(points)}`, `"edges":${rows(edges)}`);
  if (names.some(Boolean)) parts.push(`"names":${rows(shownNames(sketch))}`);
  if (faces.length > 0) parts.push(`"faces":${rows(faces)}`);
  if (lines) parts.push(`"lines":${rows(lines.map(lineOut))}`);
  if (stars.length > 0) parts.push(`"stars":${rows(stars)}`);
  return `{${parts.join(",\n")}}\n`;
}

/** The sketch as a Wavefront OBJ mesh, which has no names, lines and handicap points. */
export function toOBJ({ points, edges, faces }: Sketch): string {
  const numbers = (list: readonly number[]) => list.map((p) => p + 1).join(" ");
  return (
    [
      ...points.map((at) => `v ${at.join(" ")}`),
      ...faces.map((face) => `f ${numbers(face)}`),
      ...edges.map((edge) => `l ${numbers(edge)}`),
    ].join("\n") + "\n"
  );
}

const fail = (where: string): Error => new Error(t("draw.file.wrong", { where }));

function listIn(value: unknown, where: string, most: number): unknown[] {
  if (!Array.isArray(value)) throw fail(where);
  if (value.length > most) throw new Error(t("draw.file.many", { where, most }));
  return value;
}

function pointsIn(value: unknown, where: string, count: number, most = count): number[] {
  return listIn(value, where, most).map((p) => {
    if (typeof p !== "number" || !Number.isInteger(p) || p < 0 || p >= count) throw fail(where);
    return p;
  });
}

function placeIn(value: unknown, where: string): Vec {
  const at = listIn(value, where, 3);
  const inside = (x: unknown) => typeof x === "number" && Math.abs(x) <= FARTHEST;
  if (at.length < 2 || !at.every(inside)) throw fail(where);
  return [at[0] as number, at[1] as number, (at[2] as number | undefined) ?? 0];
}

function edgesIn(value: unknown, count: number): Edge[] {
  const seen = new Set<number>();
  return listIn(value, "edges", MOST_EDGES).map((entry, i) => {
    const [a, b, ...rest] = pointsIn(entry, `edges[${i}]`, count, 2);
    if (a === undefined || b === undefined || rest.length > 0 || a === b || seen.has(pairKey(a, b)))
      throw fail(`edges[${i}]`);
    seen.add(pairKey(a, b));
    return edgeOf(a, b);
  });
}

/** Govariants writes each edge in the lists of both its points. */
function adjacencyIn(value: unknown): Edge[] {
  const lists = listIn(value, "adjacencyList", MOST_POINTS);
  const pairs = lists.flatMap((list, p) =>
    pointsIn(list, `adjacencyList[${p}]`, lists.length).map((q): Edge => [p, q]),
  );
  return [...connect(EMPTY, pairs).edges];
}

function namesIn(value: unknown, count: number): string[] {
  const seen = new Set<string>();
  const names = listIn(value, "names", count).map((name, p) => {
    if (typeof name !== "string" || !isName(name) || seen.has(folded(name))) throw fail(`names[${p}]`);
    seen.add(folded(name));
    return new RegExp(`^${p + 1}'*$`).test(name) ? "" : name;
  });
  if (names.length !== count) throw fail("names");
  return names;
}

function facesIn(value: unknown, count: number): number[][] {
  return listIn(value, "faces", MOST_EDGES).map((entry, i) => {
    const face = pointsIn(entry, `faces[${i}]`, count);
    if (face.length < 3 || new Set(face).size < face.length) throw fail(`faces[${i}]`);
    return face;
  });
}

function linesIn(value: unknown, count: number, known: ReadonlySet<number>): Line[] {
  const through = new Int32Array(count);
  return listIn(value, "lines", MOST_POINTS * MOST_THROUGH).map((entry, i) => {
    const where = `lines[${i}]`;
    const given = Array.isArray(entry)
      ? { points: entry as unknown }
      : (entry as Record<string, unknown> | null);
    const points = pointsIn(given?.["points"], where, count, MOST_POINTS * MOST_THROUGH);
    const line = { points, diagonal: given?.["diagonal"] === true, closed: given?.["closed"] === true };
    const ends = line.closed ? points.length : points.length - 1;
    for (let k = 0; k < ends; k++) {
      const [p, q] = [points[k]!, points[(k + 1) % points.length]!];
      if (p === q || (!line.diagonal && !known.has(pairKey(p, q)))) throw fail(where);
    }
    if (points.length < 2 || points.some((p) => ++through[p]! > MOST_THROUGH)) throw fail(where);
    return line;
  });
}

function fromJSON(text: string): Sketch {
  let file: Record<string, unknown>;
  try {
    file = JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    throw new Error(t("draw.file.noJSON", { why: error instanceof Error ? error.message : "" }), {
      cause: error,
    });
  }
  const places = listIn(file["coordinates"], "coordinates", MOST_POINTS);
  let points = places.map((at, i) => placeIn(at, `coordinates[${i}]`));
  const count = points.length;
  if (count === 0 || (file["points"] ?? count) !== count) throw fail("points");
  const govariants = file["edges"] === undefined;
  const edges = govariants ? adjacencyIn(file["adjacencyList"]) : edgesIn(file["edges"], count);
  if (edges.some(([, b]) => b >= count)) throw fail("adjacencyList");
  if (govariants) points = points.map(([x, y, z]) => [x, -y || 0, z]);
  const title = file["title"] ?? "";
  if (typeof title !== "string") throw fail("title");
  return {
    title,
    points,
    edges,
    names: file["names"] === undefined ? points.map(() => "") : namesIn(file["names"], count),
    faces: file["faces"] === undefined ? [] : facesIn(file["faces"], count),
    lines: file["lines"] === undefined ? null : linesIn(file["lines"], count, edgeSet({ edges })),
    stars: file["stars"] === undefined ? [] : starsIn(file["stars"], count),
  };
}

const starsIn = (value: unknown, count: number): number[] =>
  [...new Set(pointsIn(value, "stars", count))].sort((a, b) => a - b);

function fromOBJ(text: string): Sketch {
  const points: Vec[] = [];
  const pairs: Edge[] = [];
  const faces: number[][] = [];
  const lines = text.replaceAll(/\\\r?\n/g, " ").split("\n");
  lines.forEach((line, i) => {
    const [kind, ...words] = line.trim().split(/\s+/);
    const where = t("draw.file.line", { line: i + 1 });
    if (kind === "v") {
      if (points.length === MOST_POINTS) throw new Error(t("draw.file.many", { where, most: MOST_POINTS }));
      points.push(placeIn(words.slice(0, 3).map(Number), where));
    } else if (kind === "l" || kind === "f") {
      const at = words.map((word) => {
        const n = Number.parseInt(word, 10);
        return n < 0 ? points.length + n : n - 1;
      });
      const chain = pointsIn(at, where, points.length);
      chain.forEach((p, k) => {
        const q = chain[k + 1] ?? (kind === "f" ? chain[0]! : p);
        if (p !== q) pairs.push([p, q]);
      });
      if (kind === "f" && new Set(chain).size === chain.length && chain.length >= 3) faces.push(chain);
    }
  });
  if (points.length === 0) throw fail("v");
  const { edges } = connect(EMPTY, pairs);
  if (edges.length > MOST_EDGES) throw new Error(t("draw.file.many", { where: "l", most: MOST_EDGES }));
  return { ...EMPTY, points, names: points.map(() => ""), edges, faces };
}

/** Reads a file of any of the kinds; a thrown error's message says what is wrong. */
export function fromFile(text: string): Sketch {
  if (text.length > LARGEST_FILE) throw new Error(t("draw.file.large"));
  const plain = text.replace(/^\ufeff/, "");
  return plain.trimStart().startsWith("{") ? fromJSON(plain) : fromOBJ(plain);
}
