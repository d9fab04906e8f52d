/** Unlimited undo and redo. Each step stores only the difference: the changed part of each list. Pure. */
import type { Sketch } from "./sketch.ts";

/** The replaced part of a list. */
interface Splice {
  at: number;
  out: readonly unknown[];
  in: readonly unknown[];
}

type Change = { splice: Splice } | { was: unknown; is: unknown };
type Patch = Partial<Record<keyof Sketch, Change>>;

function spliceOf(a: readonly unknown[], b: readonly unknown[]): Splice {
  const least = Math.min(a.length, b.length);
  let at = 0;
  while (at < least && a[at] === b[at]) at++;
  let end = 0;
  while (end < least - at && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return { at, out: a.slice(at, a.length - end), in: b.slice(at, b.length - end) };
}

function patchOf(a: Sketch, b: Sketch): Patch {
  const patch: Patch = {};
  for (const key of Object.keys(a) as (keyof Sketch)[]) {
    const [was, is] = [a[key], b[key]];
    if (was === is) continue;
    patch[key] = Array.isArray(was) && Array.isArray(is) ? { splice: spliceOf(was, is) } : { was, is };
  }
  return patch;
}

function applied(sketch: Sketch, patch: Patch, back: boolean): Sketch {
  const next: Record<string, unknown> = { ...sketch };
  for (const [key, change] of Object.entries(patch)) {
    if ("splice" in change) {
      const { at, out, in: into } = change.splice;
      const [away, put] = back ? [into, out] : [out, into];
      const list = next[key] as readonly unknown[];
      next[key] = [...list.slice(0, at), ...put, ...list.slice(at + away.length)];
    } else next[key] = back ? change.was : change.is;
  }
  return next as unknown as Sketch;
}

export class History {
  present: Sketch;
  private past: { patch: Patch; kind: string }[] = [];
  private future: Patch[] = [];

  constructor(start: Sketch) {
    this.present = start;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Moves on to another sketch. Consecutive steps of one kind, such as nudges, are undone together; "" never merges. */
  push(next: Sketch, kind = ""): void {
    const last = this.past.at(-1);
    const before =
      kind && last?.kind === kind && this.future.length === 0
        ? applied(this.present, this.past.pop()!.patch, true)
        : this.present;
    const patch = patchOf(before, next);
    this.present = next;
    if (Object.keys(patch).length === 0) return;
    this.future = [];
    this.past.push({ patch, kind });
  }

  /** Makes the next change a separate step, whatever its kind. */
  settle(): void {
    const last = this.past.at(-1);
    if (last) last.kind = "";
  }

  undo(): void {
    const step = this.past.pop();
    if (!step) return;
    this.present = applied(this.present, step.patch, true);
    this.future.push(step.patch);
  }

  redo(): void {
    const patch = this.future.pop();
    if (!patch) return;
    this.present = applied(this.present, patch, false);
    this.past.push({ patch, kind: "" });
  }
}
