/** The faces of a solid board in small pictures: with curved sides, split into cells that are shaded separately. */
import type { Board } from "../wire";
import { geometryOf } from "./geometry";
import { Curves, pointOf } from "./solid/curve";
import { Square } from "./solid/patch";
import { centred, newell } from "./solid/surface";
import { add, type Vec } from "./vec";

/** A face by indices into {@link Rounded.coords}. */
interface RoundedFace {
  /** The indices in order around it. */
  outline: readonly number[];
  cells: readonly (readonly number[])[];
}

interface Rounded {
  coords: readonly Vec[];
  faces: readonly RoundedFace[];
}

/** Boards with more faces are drawn with straight sides: the difference is invisible. */
const MOST = 300;
/** Segments per side. */
const PIECES = 3;

const cache = new WeakMap<Board, Rounded>();

/** The rounded faces of a board; computed once. */
export function roundedOf(board: Board): Rounded {
  let rounded = cache.get(board);
  if (!rounded) {
    rounded = round(board);
    cache.set(board, rounded);
  }
  return rounded;
}

function round(board: Board): Rounded {
  const geometry = geometryOf(board);
  const { faces, center } = geometry;
  if (faces.length > MOST) {
    return { coords: board.coords, faces: faces.map((face) => ({ outline: face, cells: [face] })) };
  }
  const places = centred(board.coords, geometry);
  const curves = new Curves(
    places,
    geometry,
    faces.map((face) => newell(face.map((p) => places[p]!))),
  );
  const coords: Vec[] = [];
  const put = (at: Vec): number => coords.push(add(at, center)) - 1;
  return {
    coords,
    faces: faces.map((face): RoundedFace => {
      const outline = face.flatMap((p, i) => {
        const side = curves.between(p, face[(i + 1) % face.length]!);
        return Array.from({ length: PIECES }, (_, j) => put(pointOf(side, j / PIECES)));
      });
      if (face.length !== 4) return { outline, cells: [outline] };
      const [a, b, c, d] = face as [number, number, number, number];
      const patch = new Square(
        curves.between(a, b),
        curves.between(d, c),
        curves.between(a, d),
        curves.between(b, c),
      );
      const wide = PIECES + 1;
      const first = coords.length;
      for (let i = 0; i < wide * wide; i++) put(patch.at((i % wide) / PIECES, Math.floor(i / wide) / PIECES));
      const cells = Array.from({ length: PIECES * PIECES }, (_, i) => {
        const corner = first + Math.floor(i / PIECES) * wide + (i % PIECES);
        return [corner, corner + 1, corner + wide + 1, corner + wide];
      });
      return { outline, cells };
    }),
  };
}
