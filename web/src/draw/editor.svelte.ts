// The board that the user draws, the current tool, the selection, and every action on it.
/* eslint-disable svelte/prefer-svelte-reactivity -- sets and maps are replaced here, never changed */
import type { Vec } from "../board/vec.ts";
import { t } from "../text/text.ts";
import { facesOf, subdivided } from "./model/faces.ts";
import { chainBetween, glued, merged, whyNot, type Gluing } from "./model/glue.ts";
import { History } from "./model/history.ts";
import { drawnFlat } from "./model/planar.ts";
import { relaxed } from "./model/relax.ts";
import { copied, neighboursWithin, withPiece } from "./model/shapes.ts";
import {
  addLine,
  disconnect,
  edgeSet,
  EMPTY,
  fits,
  isFlat,
  linesThrough,
  MOST_EDGES,
  MOST_POINTS,
  MOST_THROUGH,
  movePoints,
  pairKey,
  removePoints,
  rename,
  setLines,
  shownNames,
  toggleStars,
  type Line,
  type Sketch,
} from "./model/sketch.ts";
import {
  addEverywhere,
  completed,
  connectEverywhere,
  everywhere,
  groupOf,
  moveEverywhere,
  NO_SYMMETRY,
  pairsEverywhere,
  settled,
  type Symmetry,
} from "./model/symmetry.ts";
import { byChance, everySecond } from "./model/thin.ts";
import { tooNear } from "./model/warnings.ts";

export const tools = ["select", "point", "join", "erase", "line", "star", "glue", "view"] as const;
export type Tool = (typeof tools)[number];

/** The ends of edges to glue, in the order in which the user chooses them. */
const ends = ["first", "second", "third", "fourth"] as const;

/** Points made by hand are not closer than this share of the grid's step. */
const CLOSE = 0.15;

export class Editor {
  sketch = $state.raw<Sketch>(EMPTY);
  selected = $state.raw<ReadonlySet<number>>(new Set());
  tool = $state<Tool>("point");
  symmetry = $state.raw<Symmetry>(NO_SYMMETRY);
  snap = $state(true);
  /** width of the grid's squares */
  step = $state(1);
  /** points chosen for the current tool so far: the last of a chain, a line, the ends of glued edges */
  picked = $state.raw<readonly number[]>([]);
  canUndo = $state(false);
  canRedo = $state(false);
  /** the last action, for the status line and the live region */
  said = $state("");
  /** a layout is running */
  moving = $state(false);
  private history = new History(EMPTY);
  private stopping = false;
  /** the sketch before a drag; null while there is no drag */
  private before: Sketch | null = null;

  readonly group = $derived(groupOf(this.symmetry));
  readonly names = $derived(shownNames(this.sketch));
  /** the points of the next action: the selection, or all if it is empty */
  readonly subject = $derived(
    this.selected.size > 0 ? [...this.selected] : this.sketch.points.map((_, p) => p),
  );
  readonly lineDrawn = $derived(this.tool === "line" ? this.picked : []);
  /** the two edges to glue, as far as their ends have been chosen */
  readonly chains = $derived.by((): [number[], number[]] => {
    if (this.tool !== "glue") return [[], []];
    const chain = (a?: number, b?: number) =>
      a === undefined || b === undefined ? [] : chainBetween(this.sketch, a, b);
    return [chain(this.picked[0], this.picked[1]), chain(this.picked[2], this.picked[3])];
  });

  /** Replaces the sketch, which can be undone if the old one was not empty. */
  open(sketch: Sketch): void {
    this.stop();
    if (this.sketch.points.length > 0) this.history.push(sketch);
    else this.history = new History(sketch);
    this.show(sketch);
    this.selected = new Set();
    this.picked = [];
  }

  private show(sketch: Sketch): void {
    this.sketch = sketch;
    this.canUndo = this.history.canUndo;
    this.canRedo = this.history.canRedo;
    if ([...this.selected].some((p) => p >= sketch.points.length)) this.selected = new Set();
    if (this.picked.some((p) => p >= sketch.points.length)) this.picked = [];
  }

  /** Moves on to another sketch, which can be undone; reports the action. Renumbered points are deselected. */
  apply(next: Sketch, said: string, { kind = "", renumbers = false } = {}): boolean {
    this.stop();
    if (!fits(next)) {
      this.said = t("draw.said.tooMuch", { points: MOST_POINTS, lines: MOST_EDGES });
      return false;
    }
    if (next === this.sketch && this.history.present === next) {
      this.said = t("draw.said.nothing");
      return false;
    }
    if (renumbers) [this.selected, this.picked] = [new Set(), []];
    this.history.push(next, kind);
    this.show(next);
    this.said = said;
    return true;
  }

  undo(): void {
    this.travel(() => this.history.undo(), this.history.canUndo, t("draw.said.undone"));
  }

  redo(): void {
    this.travel(() => this.history.redo(), this.history.canRedo, t("draw.said.redone"));
  }

  private travel(go: () => void, can: boolean, said: string): void {
    this.stop();
    if (!can) return;
    go();
    [this.selected, this.picked] = [new Set(), []];
    this.show(this.history.present);
    this.said = said;
  }

  take(tool: Tool): void {
    this.tool = tool;
    this.picked = [];
    this.history.settle();
    this.said = "";
  }

  select(points: Iterable<number>): void {
    this.selected = new Set(points);
    this.history.settle();
    this.said = this.selected.size > 0 ? t("draw.said.chosen", { count: this.selected.size }) : "";
  }

  toggle(point: number): void {
    const next = new Set(this.selected);
    if (!next.delete(point)) next.add(point);
    this.select(next);
  }

  /** The position of a point placed at a place, snapped to the grid. */
  placed(at: Vec, flat: boolean): Vec {
    const round = (x: number) => Math.round(x / this.step) * this.step;
    const on: Vec = this.snap ? [round(at[0]), round(at[1]), flat ? at[2] : round(at[2])] : tidyPlace(at);
    return settled(this.group, on, 2 * CLOSE * this.step);
  }

  private pointNear(at: Vec): number {
    return this.sketch.points.findIndex(
      (q) => Math.hypot(q[0] - at[0], q[1] - at[1], q[2] - at[2]) < CLOSE * this.step,
    );
  }

  /** Adds a point and its images; returns its number. */
  addPoint(at: Vec, flat: boolean): number {
    const place = this.placed(at, flat);
    const there = this.pointNear(place);
    if (there >= 0) {
      this.said = t("draw.said.there", { point: this.names[there]! });
      return there;
    }
    const { sketch, first } = addEverywhere(this.sketch, this.group, place);
    const count = sketch.points.length - this.sketch.points.length;
    return this.apply(sketch, t("draw.said.added", { count, total: sketch.points.length })) ? first : -1;
  }

  /** Joins two points; -1 for the first starts a chain. */
  join(from: number, to: number): void {
    if (from < 0 || from === to) return;
    if (edgeSet(this.sketch).has(pairKey(from, to))) {
      this.said = t("draw.said.joinedBefore");
      return;
    }
    const [a, b] = [this.names[from]!, this.names[to]!];
    this.apply(connectEverywhere(this.sketch, this.group, from, to), t("draw.said.joined", { a, b }));
  }

  /** Extends a chain of joined points. */
  chainTo(point: number): void {
    const last = this.picked.at(-1) ?? -1;
    if (last === point) {
      this.picked = [];
      return;
    }
    this.join(last, point);
    this.picked = [point];
  }

  erasePoints(points: Iterable<number>): void {
    const gone = everywhere(this.sketch, this.group, points);
    if (gone.size === 0) return;
    const said = t("draw.said.erased", { count: gone.size });
    this.apply(removePoints(this.sketch, gone), said, { renumbers: true });
  }

  eraseEdge(edge: number): void {
    const pair = this.sketch.edges[edge];
    if (!pair) return;
    const gone = pairsEverywhere(this.sketch, this.group, [pair]);
    this.apply(disconnect(this.sketch, gone), t("draw.said.parted"));
  }

  star(points: readonly number[]): void {
    const all = [...everywhere(this.sketch, this.group, points)];
    const next = toggleStars(this.sketch, all);
    this.apply(next, t("draw.said.stars", { count: next.stars.length }));
  }

  name(point: number, name: string): boolean {
    const next = rename(this.sketch, point, name.trim());
    if (next) this.apply(next, t("draw.said.named"));
    else this.said = t("draw.said.noName");
    return next !== null;
  }

  retitle(title: string): void {
    if (title !== this.sketch.title) this.apply({ ...this.sketch, title }, "", { kind: "title" });
  }

  /** Moves points during a drag; drop() makes one step of it. */
  drag(to: readonly [number, Vec][]): void {
    this.stop();
    this.before ??= this.sketch;
    this.sketch = moveEverywhere(this.before, this.group, new Map(to));
  }

  /** The sketch as it was before a drag. */
  get still(): Sketch {
    return this.before ?? this.sketch;
  }

  drop(): void {
    if (!this.before) return;
    const next = this.sketch;
    this.before = null;
    this.apply(next, t("draw.said.moved"));
  }

  /** Nudges the selection; consecutive nudges are undone together. */
  nudge(by: Vec): void {
    const to = new Map(
      [...this.selected].map((p): [number, Vec] => {
        const [x, y, z] = this.sketch.points[p]!;
        return [p, [x + by[0], y + by[1], z + by[2]]];
      }),
    );
    if (to.size > 0)
      this.apply(moveEverywhere(this.sketch, this.group, to), t("draw.said.moved"), { kind: "nudge" });
  }

  /** Sets one coordinate of the whole selection. */
  moveTo(axis: 0 | 1 | 2, value: number): void {
    const to = new Map(
      [...this.selected].map((p): [number, Vec] => {
        const at: [number, number, number] = [...this.sketch.points[p]!];
        at[axis] = value;
        return [p, at];
      }),
    );
    this.apply(moveEverywhere(this.sketch, this.group, to), t("draw.said.moved"));
  }

  addPiece(piece: Parameters<typeof withPiece>[1]): void {
    const next = withPiece(this.sketch, piece, this.step);
    const from = this.sketch.points.length;
    const count = next.points.length - from;
    if (this.apply(next, t("draw.said.added", { count, total: next.points.length })) && from > 0)
      this.selected = new Set(next.points.slice(from).map((_, i) => from + i));
  }

  /** Copies the selection, or all. */
  copy(maps: readonly ((at: Vec) => Vec)[]): void {
    if (this.subject.length * maps.length > MOST_POINTS) {
      this.said = t("draw.said.tooMuch", { points: MOST_POINTS, lines: MOST_EDGES });
      return;
    }
    const next = copied(this.sketch, new Set(this.subject), maps, CLOSE * this.step);
    const count = next.points.length - this.sketch.points.length;
    this.apply(next, t("draw.said.added", { count, total: next.points.length }));
  }

  complete(): void {
    if (this.sketch.points.length * this.group.length > 10 * MOST_POINTS) {
      this.said = t("draw.said.tooMuch", { points: MOST_POINTS, lines: MOST_EDGES });
      return;
    }
    const next = completed(this.sketch, this.group);
    const count = next.points.length - this.sketch.points.length;
    this.apply(next, t("draw.said.added", { count, total: next.points.length }));
  }

  /** Joins selected points that are about a step apart. */
  joinNeighbours(): void {
    const pairs = neighboursWithin(this.sketch, this.subject, 1.1 * this.step);
    const known = edgeSet(this.sketch);
    const fresh = pairs.filter(([a, b]) => !known.has(pairKey(a, b)));
    const next = { ...this.sketch, edges: [...this.sketch.edges, ...fresh] };
    this.apply(fresh.length ? next : this.sketch, t("draw.said.lines", { count: fresh.length }));
  }

  subdivide(way: "middle" | "sides"): void {
    const chosen = new Set(this.subject);
    const faces = facesOf(this.sketch).filter((face) => face.every((p) => chosen.has(p)));
    if (faces.length === 0) {
      this.said = t("draw.said.noFaces");
      return;
    }
    this.apply(subdivided(this.sketch, faces, way), t("draw.said.subdivided", { count: faces.length }));
  }

  thin(way: "second" | "chance"): void {
    const next =
      way === "second"
        ? everySecond(this.sketch, this.subject)
        : byChance(this.sketch, this.subject, 0.25, Math.random);
    const count = this.sketch.points.length - next.points.length;
    this.apply(next, t("draw.said.erased", { count }), { renumbers: true });
  }

  mergeNear(): void {
    const next = merged(this.sketch, tooNear(this.sketch));
    const count = this.sketch.points.length - next.points.length;
    this.apply(next, t("draw.said.merged", { count }), { renumbers: true });
  }

  /** Extends the straight line, or removes its last point. */
  lineTo(point: number): void {
    const last = this.picked.at(-1);
    this.picked = last === point ? this.picked.slice(0, -1) : [...this.picked, point];
    this.said = t("draw.said.line", { count: this.picked.length });
  }

  endLine(closed: boolean, diagonal: boolean): void {
    const points = this.picked;
    if (points.length < (closed ? 3 : 2)) return;
    const line: Line = { points, closed, diagonal };
    const next = addLine(this.sketch, line);
    if (linesThrough(next).some((n) => n > MOST_THROUGH)) {
      this.said = t("draw.said.manyLines", { most: MOST_THROUGH });
      return;
    }
    if (this.apply(next, t("draw.said.lineKept", { count: points.length }))) this.picked = [];
  }

  setLines(lines: readonly Line[] | null): void {
    this.apply(setLines(this.sketch, lines), t("draw.said.linesSet"));
  }

  /** Chooses a point as an end of the edges to glue. */
  pickEnd(point: number): void {
    this.picked = this.picked.length >= 4 ? [point] : [...this.picked, point];
    this.said = t(`draw.glue.step.${ends[this.picked.length - 1]!}`);
  }

  get whyNoGlue(): ReturnType<typeof whyNot> {
    return whyNot(...this.chains);
  }

  glue(way: Gluing, space: boolean): void {
    if (this.whyNoGlue) return;
    const [first, second] = this.chains;
    const next = glued(this.sketch, first, second, way);
    if (!this.apply(next, t("draw.said.glued", { count: first.length }), { renumbers: true })) return;
    if (space) this.relax(true);
  }

  /** Flattens the drawing to the plane, as seen from the front. */
  flatten(): void {
    const to = new Map(this.sketch.points.map(([x, y], p): [number, Vec] => [p, [x, y, 0]]));
    this.apply(isFlat(this.sketch) ? this.sketch : movePoints(this.sketch, to), t("draw.said.flat"));
  }

  relax(space: boolean): void {
    this.run(relaxed(this.sketch, space, this.symmetry), t("draw.said.relaxed"));
  }

  drawFlat(): void {
    this.run(drawnFlat(this.sketch), t("draw.said.planar"), t("draw.said.notPlanar"));
  }

  /** Shows a layout round by round, and makes it one step of the history at the end. */
  private run(rounds: Generator<readonly Vec[]>, done: string, none = done): void {
    if (this.sketch.points.length < 2) return;
    this.stop();
    const before = this.sketch;
    this.before = before;
    this.moving = true;
    this.stopping = false;
    this.said = t("draw.said.moving");
    let any = false;
    const frame = () => {
      let over = this.stopping;
      // As many rounds as one frame has time for.
      for (const end = performance.now() + 12; !over && performance.now() < end;) {
        const next = rounds.next();
        if (next.done) over = true;
        else {
          any = true;
          this.sketch = { ...before, points: next.value.map(tidyPlace) };
        }
      }
      if (!this.moving) return;
      if (!over) {
        requestAnimationFrame(frame);
        return;
      }
      this.finish(any ? done : none);
    };
    requestAnimationFrame(frame);
  }

  private finish(said: string): void {
    const next = this.sketch;
    this.moving = false;
    this.before = null;
    if (next !== this.history.present) this.history.push(next);
    this.show(next);
    this.said = said;
  }

  /** Stops a layout where it is. */
  stop(): void {
    if (!this.moving) return;
    this.stopping = true;
    this.finish(t("draw.said.stopped"));
  }

  /** Handles a tap of the current tool: at a point, an edge (each -1 for none) or a place. */
  act(point: number, edge: number, at: Vec, flat: boolean, more: boolean): void {
    switch (this.tool) {
      case "select":
        if (point < 0) {
          const ends = edge < 0 ? [] : this.sketch.edges[edge]!;
          this.select(more ? [...this.selected, ...ends] : ends);
        } else if (more) this.toggle(point);
        else this.select([point]);
        break;
      case "point":
        if (point >= 0) this.select([point]);
        else this.addPoint(at, flat);
        break;
      case "join": {
        const to = point >= 0 ? point : this.addPoint(at, flat);
        if (to >= 0) this.chainTo(to);
        break;
      }
      case "erase":
        if (point >= 0) this.erasePoints([point]);
        else this.eraseEdge(edge);
        break;
      case "line":
        if (point >= 0) this.lineTo(point);
        break;
      case "star":
        if (point >= 0) this.star([point]);
        break;
      case "glue":
        if (point >= 0) this.pickEnd(point);
        break;
      case "view":
        break;
    }
  }

  /** Clears the current tool's points, and then the selection. */
  escape(): void {
    this.stop();
    if (this.picked.length > 0) this.picked = [];
    else this.select([]);
  }

  /** What a point is, in words. */
  describe(point: number): string {
    const [x, y, z] = rounded(this.sketch.points[point]!);
    const count = this.sketch.edges.filter(([a, b]) => a === point || b === point).length;
    const name = this.names[point]!;
    return isFlat(this.sketch)
      ? t("draw.point.flat", { name, x, y, count })
      : t("draw.point.space", { name, x, y, z, count });
  }
}

/** A number in words. */
export const rounded = ([x, y, z]: Vec): Vec => [hundredths(x), hundredths(y), hundredths(z)];
const hundredths = (x: number): number => Math.round(x * 100) / 100 || 0;

/** Drops digits that do not show; points on an axis are exactly on it. */
const tidyPlace = ([x, y, z]: Vec): Vec => [tidyNumber(x), tidyNumber(y), tidyNumber(z)];
const tidyNumber = (x: number): number => Math.round(x * 1e6) / 1e6 || 0;
