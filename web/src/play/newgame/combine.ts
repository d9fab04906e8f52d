// Which boards suit which games, and why others do not.
import { t } from "../../text/text.ts";
import type { Board, BoardEntry, Catalog, GameEntry } from "../../wire.ts";
import { boardsFor } from "../../lib/games/catalog.ts";
import { pictureSpec } from "../../board/picture.ts";

/** Columns and rows of a plain grid that is fully shown; null for every other board. */
export function gridSize(spec: string): [number, number] | null {
  const [, width, height = width] = /^grid:(\d+)(?:x(\d+))?$/.exec(spec) ?? [];
  return width && pictureSpec(spec) === spec ? [Number(width), Number(height)] : null;
}

export const gridSpec = (width: number, height: number): string =>
  width === height ? `grid:${width}` : `grid:${width}x${height}`;

interface Boards {
  /** plain grids, the small ones first */
  sizes: BoardEntry[];
  /** all others for the game */
  others: BoardEntry[];
  /** boards for other games: some can be tried anyway */
  rest: BoardEntry[];
}

/** The boards of the catalog, grouped for a game. */
export function offered(catalog: Catalog, game: string): Boards {
  const points = ({ spec }: BoardEntry) => (gridSize(spec) ?? [0, 0]).reduce((a, b) => a * b);
  const meant = boardsFor(catalog, game);
  return {
    sizes: meant.filter((b) => gridSize(b.spec)).sort((a, b) => points(a) - points(b)),
    others: meant.filter((b) => !gridSize(b.spec)),
    rest: catalog.boards.filter((b) => !meant.includes(b) && !gridSize(b.spec)),
  };
}

/** Why a game cannot be played on a board; "" if it can. */
export function against(game: GameEntry, board: Board): string {
  if (game.falls && !board.width) return t("newgame.board.falls", { game: game.title });
  if (game.needsLines && !board.lines) return t("newgame.board.lineless", { game: game.title });
  return "";
}
