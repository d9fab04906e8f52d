// An arrow or a line while the user draws it: by a drag, or by two points.
import type { Arrow } from "../board/state.ts";

type Link = Pick<Arrow, "from" | "to">;

export class Linking {
  /** the first point; -1 for none */
  from = $state(-1);
  /** what is dragged */
  shown: Link | null = $state.raw(null);

  /** Handles a chosen point: the first one, or the end, for which it returns the link. */
  choose(point: number): Link | null {
    const { from } = this;
    this.from = from < 0 ? point : -1;
    return from < 0 || from === point ? null : { from, to: point };
  }

  /** Handles a drag to a point; returns the link when the user lets go. */
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
