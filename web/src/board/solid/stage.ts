/**
 * A solid board in WebGL. It draws only when something has changed; `dispose` frees everything that it holds.
 *
 * Edges and stones are drawn first, then the surface, which hides the far side or is transparent, then ghost stones
 * and marks.
 */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Fog,
  Group,
  LinearSRGBColorSpace,
  Mesh,
  PerspectiveCamera,
  Scene as ThreeScene,
  type ShaderMaterial,
  WebGLRenderer,
} from "three";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import type { Board } from "../../wire";
import { geometryOf } from "../geometry";
import { graphOf } from "../graph";
import { layoutMarks } from "../marks";
import { stillness } from "../motion";
import { mix, type Palette } from "../palette";
import { EMPTY, type BoardState } from "../state";
import type { Vec } from "../vec";
import { Arrows } from "./arrows";
import { fromAfar, isSeen, look, pickSolid, unitsPerPixel, type Scene, type Sight } from "./camera";
import { FigureLine } from "./figure";
import { followTurn, frontTurn, homeTurn, turnTo } from "./front";
import { Marks, type Placed } from "./marks";
import {
  edgeMaterial,
  paintStones,
  paintSurface,
  stoneMaterial,
  surfaceMaterial,
  toColor,
} from "./materials";
import { FIELD, Orbit } from "./orbit";
import { Stones } from "./stones";
import { looseEdges, reachOf, skinOf, type Skin } from "./skin";
import { centred } from "./surface";
import { Ways } from "./way";

/** The hovered and the focused point, which belong to the view and not to the game. */
interface Pointing {
  ghost: number;
  cursor: number;
}

/** The cost of drawing, for tests. */
interface Cost {
  frames: number;
  /** Draw calls of the last frame. */
  calls: number;
  /** Script time of the last frame in milliseconds. */
  ms: number;
}

/** The maximum number of triangles of the surface, unless it has more faces: for drawing, and for picking. */
const DRAWN = 16_000;
const PICKED = 4_000;

/** Opacity of a transparent surface. */
const SEEN_THROUGH = 0.22;

export class Stage {
  readonly orbit: Orbit;
  readonly cost: Cost = { frames: 0, calls: 0, ms: 0 };
  /** Called after each frame. */
  onframe: () => void = () => undefined;
  private readonly scene: Scene;
  private readonly places: Vec[];
  private readonly renderer: WebGLRenderer;
  private readonly world = new ThreeScene();
  private readonly group = new Group();
  private readonly camera = new PerspectiveCamera((FIELD * 180) / Math.PI, 1, 0.1, 1000);
  private readonly fog = new Fog(0, 1, 2);
  private readonly edges: LineSegments2;
  private readonly surface: Mesh<BufferGeometry, ShaderMaterial> | null;
  private readonly stones: Stones;
  private readonly ghosts: Stones;
  private readonly marks: Marks;
  private readonly figure: FigureLine;
  private readonly arrows: Arrows;
  private readonly stoneMaterials = [stoneMaterial(false), stoneMaterial(true)] as const;
  private size = { width: 1, height: 1 };
  private sight: Sight | null = null;
  private frame = 0;
  private palette: Palette | null = null;
  private bare = false;

  /** Throws if the browser has no WebGL. */
  constructor(
    canvas: HTMLCanvasElement,
    private readonly board: Board,
  ) {
    const geometry = geometryOf(board);
    this.places = centred(board.coords, geometry);
    this.renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true, powerPreference: "low-power" });
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    const skin = skinOf(this.places, geometry, board.edges, DRAWN);
    const surface =
      skin.positions.length <= 9 * PICKED ? skin : skinOf(this.places, geometry, board.edges, PICKED);
    this.scene = { places: this.places, geometry, surface, seeThrough: geometry.selfCrossing };
    this.orbit = new Orbit(reachOf(skin, geometry), homeTurn(geometry));
    this.edges = this.makeEdges();
    this.stones = new Stones(this.places, geometry, this.stoneMaterials[0]);
    this.surface = this.makeSurface(skin);
    this.ghosts = new Stones(this.places, geometry, this.stoneMaterials[1], 2);
    this.marks = new Marks(this.places, geometry);
    this.figure = new FigureLine(this.places, geometry);
    let ways: Ways | null = null;
    this.arrows = new Arrows(this.places, geometry, () => (ways ??= new Ways(this.scene, graphOf(board))));
    this.arrows.mesh.renderOrder = 3;
    this.ghosts.mesh.renderOrder = 3;
    this.marks.mesh.renderOrder = 4;
    this.figure.line.renderOrder = 3;
    this.group.add(
      this.edges,
      this.stones.mesh,
      this.ghosts.mesh,
      this.figure.line,
      this.arrows.mesh,
      this.marks.mesh,
    );
    if (this.surface) this.group.add(this.surface);
    this.world.fog = this.fog;
    this.world.add(this.group);
    this.world.matrixWorldAutoUpdate = true;
    this.setSeeThrough(this.scene.seeThrough);
  }

  /** Reports whether a surface could hide something. */
  get hasSurface(): boolean {
    return this.surface !== null;
  }

  get seeThrough(): boolean {
    return this.scene.seeThrough;
  }

  setSeeThrough(on: boolean): void {
    this.scene.seeThrough = on;
    const material = this.surface?.material;
    if (material) {
      material.uniforms["alpha"]!.value = on ? SEEN_THROUGH : 1;
      material.transparent = on;
      material.depthWrite = !on;
    }
    this.paintEdges();
    this.redraw();
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.size = { width, height };
    this.orbit.fit(width, height);
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.redraw();
  }

  /**
   * Sets the colours of a theme; update() must follow, since the marks are repainted. `bare` leaves out the backdrop:
   * the page is visible behind the board.
   */
  paint(palette: Palette, bare = false): void {
    this.palette = palette;
    this.bare = bare;
    paintStones(palette, this.stoneMaterials);
    this.paintEdges();
    this.marks.atlas.repaint(palette);
    this.figure.paint(palette);
    this.arrows.paint(palette);
    toColor(palette.backdrop, this.fog.color);
    this.clear();
  }

  /** The browser dropped the context and has restored it: three.js forgets the backdrop. */
  restore(): void {
    this.clear();
    this.redraw();
  }

  private clear(): void {
    if (!this.palette) return;
    this.renderer.setClearColor(toColor(this.palette.backdrop, new Color()), this.bare ? 0 : 1);
  }

  /** Makes the board rotate by itself, by radians a second; 0 stops it. */
  cruise(speed: number): void {
    this.orbit.cruise = speed;
    this.redraw();
  }

  /** Shows a state of the game. */
  update(state: BoardState): void {
    this.stones.set(state.stones, state.dead, stillness() || this.cost.frames === 0, performance.now());
    this.redraw();
  }

  /** Shows marks, ghosts and the keyboard's cursor. */
  point(state: BoardState, { ghost, cursor }: Pointing): void {
    const marks: Placed[] = layoutMarks(state);
    if (cursor >= 0)
      marks.push({ kind: "cursor", point: cursor, size: 1.2, label: "", on: 0, owner: 0, strength: 4 });
    this.marks.show(marks);
    this.figure.show(state.figure);
    this.arrows.show(state.arrows, state.stones);
    const ghosts =
      ghost >= 0 && ghost !== state.selected ? [{ point: ghost, colour: state.toPlay, opacity: 0.4 }] : [];
    const chosen = state.selected;
    if (chosen >= 0 && state.toPlay !== EMPTY && state.stones[chosen] === EMPTY) {
      ghosts.push({ point: chosen, colour: state.toPlay, opacity: 0.75 });
    }
    this.ghosts.show(ghosts);
    this.redraw();
  }

  /** The point under a pixel of the canvas, -1 for none. */
  pick(x: number, y: number): number {
    return pickSolid(this.scene, this.see(), x, y);
  }

  /** The pixel of the canvas where a point is, and whether nothing hides it. */
  placeOf(point: number): { x: number; y: number; seen: boolean } {
    const sight = this.see();
    return { x: sight.x[point]!, y: sight.y[point]!, seen: isSeen(this.scene, sight, point) };
  }

  /** The position of a point for keyboard navigation: see {@link fromAfar}. */
  bearing(point: number): readonly [number, number] {
    return fromAfar(this.places, this.orbit.turn, point);
  }

  /** The point nearest to the eye in the middle of the window. */
  middlePoint(): number {
    const { width, height } = this.size;
    const sight = this.see();
    let best = -1;
    let least = Infinity;
    for (let p = 0; p < this.places.length; p++) {
      const off = Math.hypot(sight.x[p]! - width / 2, sight.y[p]! - height / 2);
      if (off < least && isSeen(this.scene, sight, p)) [best, least] = [p, off];
    }
    return best;
  }

  /** Reports whether a point is in the window and nothing hides it. */
  inView(point: number): boolean {
    const { x, y, seen } = this.placeOf(point);
    return seen && x >= 0 && y >= 0 && x <= this.size.width && y <= this.size.height;
  }

  /** The direction from the middle in which the edge is nearest to a point: radians, clockwise from the right. */
  directionOf(point: number): number {
    const [x, y] = this.bearing(point);
    return Math.atan2(y, x);
  }

  /** Rotates a point to the front. */
  bringToFront(point: number): void {
    const to = frontTurn(this.scene, point, this.orbit.turn, this.orbit.away);
    this.orbit.aside = [0, 0];
    this.orbit.glideTo(to, stillness(), performance.now());
    this.redraw();
  }

  /** Sets an initial view in which some points are visible, whatever the window's shape. */
  begin(points: readonly number[]): void {
    const { geometry } = this.scene;
    this.orbit.begin(turnTo(this.scene, points, homeTurn(geometry), 4 * geometry.radius));
    this.redraw();
  }

  /** Rotates just far enough to show a point well. */
  follow(point: number): void {
    const seen = isSeen(this.scene, this.see(), point);
    const to = followTurn(this.scene, point, this.see().pose, seen);
    if (to !== this.orbit.turn) this.orbit.glideTo(to, stillness(), performance.now());
    this.redraw();
  }

  /** Rotates by a distance in pixels, as if the near side were dragged. */
  drag(dx: number, dy: number, ms: number): void {
    const angle = this.anglePerPixel();
    this.orbit.drag(dx * angle, dy * angle, ms);
    this.redraw();
  }

  /** Moves the board by a distance in pixels. */
  shift(dx: number, dy: number): void {
    const units = unitsPerPixel(this.pose());
    this.orbit.shift(-dx * units, dy * units);
    this.redraw();
  }

  /** Requests one frame. */
  redraw(): void {
    this.sight = null;
    if (this.frame === 0) this.frame = requestAnimationFrame((now) => this.draw(now));
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.edges.geometry.dispose();
    this.edges.material.dispose();
    this.surface?.material.dispose();
    this.surface?.geometry.dispose();
    this.stones.dispose();
    this.ghosts.dispose();
    this.marks.dispose();
    this.figure.dispose();
    this.arrows.dispose();
    for (const material of this.stoneMaterials) material.dispose();
    this.renderer.dispose();
    // Browsers allow only a few contexts at the same time and are slow to collect them.
    this.renderer.forceContextLoss();
  }

  private draw(now: number): void {
    const start = performance.now();
    this.frame = 0;
    const turning = this.orbit.step(now);
    const changing = this.stones.step(now);
    this.group.quaternion.set(...this.orbit.turn);
    const { away, aside } = this.orbit;
    const reach = this.scene.geometry.radius + this.scene.geometry.spacing;
    this.camera.position.set(aside[0], aside[1], away);
    this.camera.near = Math.max(away - 1.5 * reach, 0.02 * reach);
    this.camera.far = away + 1.5 * reach;
    this.camera.updateProjectionMatrix();
    this.fog.near = away - 0.2 * reach;
    this.fog.far = away + (this.scene.seeThrough || !this.hasSurface ? 1.3 : 2.6) * reach;
    const spacing = this.scene.geometry.spacing / unitsPerPixel(this.pose());
    this.edges.material.linewidth = Math.min(1.5, Math.max(0.8, 0.045 * spacing));
    this.figure.line.material.linewidth = Math.min(7, Math.max(2.5, 0.11 * spacing));
    this.renderer.render(this.world, this.camera);
    this.cost.frames++;
    this.cost.calls = this.renderer.info.render.calls;
    this.cost.ms = performance.now() - start;
    this.onframe();
    if (turning || changing) this.redraw();
  }

  /** Lines are drawn against the surface, or against the backdrop if no surface is in between. */
  private paintEdges(): void {
    if (!this.palette) return;
    const { line, text, backdrop } = this.palette;
    const bare = !this.hasSurface || this.scene.seeThrough;
    const ink = bare ? mix(text, backdrop, 0.3) : line;
    toColor(ink, this.edges.material.color);
    if (this.surface) paintSurface(this.palette, ink, this.surface.material);
  }

  private pose() {
    return { turn: this.orbit.turn, away: this.orbit.away, aside: this.orbit.aside, ...this.size };
  }

  private see(): Sight {
    this.sight ??= look(this.places, this.scene.geometry, this.pose());
    return this.sight;
  }

  private anglePerPixel(): number {
    const radius = this.scene.geometry.radius;
    const nearness = Math.max(0.25, 1 - radius / this.orbit.away);
    return (unitsPerPixel(this.pose()) * nearness) / radius;
  }

  private makeEdges(): LineSegments2 {
    const loose = looseEdges(this.scene.geometry.faces, this.board.edges);
    const ends = new Float32Array(6 * loose.length);
    loose.forEach(([a, b], i) => ends.set([...this.places[a!]!, ...this.places[b!]!], 6 * i));
    const lines = new LineSegments2(new LineSegmentsGeometry().setPositions(ends), edgeMaterial());
    lines.frustumCulled = false;
    lines.visible = loose.length > 0;
    return lines;
  }

  private makeSurface(skin: Skin): Mesh<BufferGeometry, ShaderMaterial> | null {
    if (skin.positions.length === 0) return null;
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(skin.positions, 3));
    geometry.setAttribute("normal", new BufferAttribute(skin.normals, 3));
    for (const name of ["lines", "points", "radii"] as const)
      geometry.setAttribute(name, new BufferAttribute(skin[name], 4));
    const mesh = new Mesh(geometry, surfaceMaterial(this.stones.sizes, this.scene.geometry.spacing));
    mesh.renderOrder = 2;
    mesh.frustumCulled = false;
    return mesh;
  }
}
