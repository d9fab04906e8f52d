/** Boards for the tests of the views, built here so that no server is needed. */
import type { Board } from "../../wire";

type Coord = [number, number, number];

function board(coords: Coord[], edges: [number, number][], more: Partial<Board> = {}): Board {
  const names = coords.map((_, p) => String(p + 1));
  const rest = {
    spec: "test",
    title: "Test",
    flat: false,
    width: 0,
    height: 0,
    faces: [],
    stars: [],
    lines: true,
    class: "flat",
  };
  return { ...rest, coords, edges, names, ...more };
}

/** A plain grid, its points row by row from the top left. */
export function grid(width: number, height = width): Board {
  const coords: Coord[] = [];
  const edges: [number, number][] = [];
  const names: string[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const p = y * width + x;
      coords.push([x - (width - 1) / 2, (height - 1) / 2 - y, 0]);
      names.push(`${"ABCDEFGHJKLMNOPQRST"[x % 19]}${height - y}`);
      if (x > 0) edges.push([p - 1, p]);
      if (y > 0) edges.push([p - width, p]);
    }
  }
  return board(coords, edges, { flat: true, width, height, names });
}

/** A hexagon of triangles, its points row by row; row letters start at the bottom, as the server names them. */
export function hexagon(side: number): Board {
  const coords: Coord[] = [];
  const names: string[] = [];
  const rows = 2 * side - 1;
  for (let r = 0; r < rows; r++) {
    const long = rows - Math.abs(r - side + 1);
    for (let c = 0; c < long; c++) {
      coords.push([c - (long - 1) / 2, (side - 1 - r) * Math.sqrt(0.75), 0]);
      names.push(`${"ABCDEFGHJKLMNOPQRST"[rows - 1 - r]}${c + 1}`);
    }
  }
  return near(coords, names);
}

/** Points on a line, each connected to the next; extra points are above every second one. */
export function comb(points: number): Board {
  const row = Array.from({ length: points }, (_, x): Coord => [x, 0, 0]);
  const teeth = row.filter((_, x) => x % 2 === 1).map(([x]): Coord => [x, 1, 0]);
  return near([...row, ...teeth]);
}

/** A flat board of those points, each connected to all at a distance of one. */
export function near(coords: Coord[], names?: string[]): Board {
  const edges: [number, number][] = [];
  coords.forEach(([x, y], p) =>
    coords.slice(0, p).forEach(([u, v], q) => {
      if (Math.hypot(x - u, y - v) < 1.01) edges.push([q, p]);
    }),
  );
  return board(coords, edges, { flat: true, ...(names ? { names } : {}) });
}

/** Closes a sheet of columns and rows; `twist` joins the last column to the first upside down. */
function sheet(
  columns: number,
  rows: number,
  closed: boolean,
  twist: boolean,
  at: (c: number, r: number) => Coord,
): Board {
  const coords: Coord[] = [];
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) coords.push(at(c, r));
  const edges: [number, number][] = [];
  const faces: number[][] = [];
  const point = (c: number, r: number): number => {
    const wraps = c === columns;
    const row = wraps && twist ? rows - 1 - r : r % rows;
    return row * columns + (c % columns);
  };
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      edges.push([point(c, r), point(c + 1, r)]);
      if (r + 1 === rows && !closed) continue;
      edges.push([point(c, r), point(c, r + 1)]);
      faces.push([point(c, r), point(c + 1, r), point(c + 1, r + 1), point(c, r + 1)]);
    }
  }
  return board(coords, edges, { faces });
}

/** A ring around the y axis. */
export function torus(columns: number, rows: number): Board {
  const tube = rows / (2 * Math.PI);
  const ring = Math.max(columns / (2 * Math.PI), 1.6 * tube);
  return sheet(columns, rows, true, false, (c, r) => {
    const [u, v] = [(2 * Math.PI * c) / columns, (2 * Math.PI * r) / rows];
    const out = ring + tube * Math.cos(v);
    return [out * Math.cos(u), tube * Math.sin(v), out * Math.sin(u)];
  });
}

/** A band with a half turn. */
export function moebius(columns: number, rows: number): Board {
  const ring = (columns / (2 * Math.PI)) * 1.4;
  return sheet(columns, rows, false, true, (c, r) => {
    const u = (2 * Math.PI * c) / columns;
    const w = r - (rows - 1) / 2;
    const out = ring + w * Math.cos(u / 2);
    return [out * Math.cos(u), w * Math.sin(u / 2), out * Math.sin(u)];
  });
}

/** A ball with both poles cut off. */
export function sphere(columns: number, rows: number): Board {
  return sheet(columns, rows, false, false, (c, r) => {
    const [u, v] = [(2 * Math.PI * c) / columns, (Math.PI * (r + 1)) / (rows + 1)];
    const radius = columns / (2 * Math.PI);
    return [radius * Math.sin(v) * Math.cos(u), radius * Math.cos(v), radius * Math.sin(v) * Math.sin(u)];
  });
}

/** The inside and the surface of a cube. */
export function box(side: number): Board {
  const coords: Coord[] = [];
  const edges: [number, number][] = [];
  const point = (x: number, y: number, z: number) => (z * side + y) * side + x;
  for (let z = 0; z < side; z++) {
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        coords.push([x, y, z]);
        if (x > 0) edges.push([point(x - 1, y, z), point(x, y, z)]);
        if (y > 0) edges.push([point(x, y - 1, z), point(x, y, z)]);
        if (z > 0) edges.push([point(x, y, z - 1), point(x, y, z)]);
      }
    }
  }
  return board(coords, edges);
}

/** The same board as a file with only edges would give it. */
export const bare = (b: Board): Board => ({ ...b, faces: [] });
