// An arrow or a line that is being drawn: by a drag, or by one point and then another.
import type { Arrow } from "../board/state.ts";

type Link = Pick<Arrow, "from" | "to">;

export class Linking {
  /** the point that was chosen first; -1 for none */
  from = $state(-1);
  /** what is dragged */
  shown: Link | null = $state.raw(null);

  /** A point was chosen: the first one, or the one where the link ends, which is returned. */
  choose(point: number): Link | null {
    const { from } = this;
    this.from = from < 0 ? point : -1;
    return from < 0 || from === point ? null : { from, to: point };
  }

  /** It is dragged to a point; returned once it is let go. */
  drag(from: number, to: number, done: boolean): Link | null {
    const link = from === to ? null : { from, to };
    this.from = -1;
    this.shown = done ? null : link;
    return done ? link : null;
  }

  clear(): void {
    this.from = -1;
    this.shown = null;
  }
}
