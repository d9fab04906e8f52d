// The straight lines of a drawing: drawn by the user, or derived by the server.
import { checkBoard, sentence } from "../lib/server/api.ts";
import type { Editor } from "./editor.svelte.ts";
import { toJSON } from "./model/file.ts";
import type { Line, Sketch } from "./model/sketch.ts";

/** How long a drawing must be at rest before the page asks the server. */
const REST_MS = 500;

export class Derived {
  /** they are shown */
  shown = $state(false);
  /** why they are not available */
  problem = $state("");
  private answer = $state.raw<{ of: Sketch; lines: readonly Line[] } | null>(null);

  constructor(private readonly editor: Editor) {}

  readonly lines = $derived.by((): readonly Line[] => {
    if (!this.shown) return [];
    const { sketch } = this.editor;
    return sketch.lines ?? (this.answer?.of.edges === sketch.edges ? this.answer.lines : []);
  });

  /** Asks the server while lines are shown; call from a component. */
  follow(): void {
    $effect(() => {
      const { sketch, moving } = this.editor;
      if (!this.shown || moving || sketch.lines || sketch.points.length === 0) return;
      const timer = setTimeout(() => void this.ask(sketch), REST_MS);
      return () => clearTimeout(timer);
    });
  }

  private async ask(sketch: Sketch): Promise<void> {
    this.problem = "";
    try {
      const report = await checkBoard({
        name: sketch.title,
        file: toJSON(sketch),
        component: -1,
        merge: false,
      });
      this.problem = sentence(report.error);
      this.answer = { of: sketch, lines: report.lines };
    } catch (error) {
      this.problem = sentence(error instanceof Error ? error.message : String(error));
    }
  }
}
