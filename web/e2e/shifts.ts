// How much of a page moved by itself, as browsers count it: what moves within half a
// second of a click or a key does not.
import type { Page } from "@playwright/test";

/** Counts on all pages that are opened from now on. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved = { sum: 0, what: [] as string[] };
    Object.assign(window, { moved });
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    }
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as Shift[]) {
        if (shift.hadRecentInput) continue;
        moved.sum += shift.value;
        const node = shift.sources[0]?.node;
        moved.what.push(
          `${shift.value.toFixed(4)} ${(node as Element | null)?.outerHTML?.slice(0, 80) ?? "?"}`,
        );
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** The sum of the page's shifts so far; what has moved is told to who looks for the cause. */
export async function shifted(page: Page): Promise<number> {
  const moved = () => (window as unknown as { moved: { sum: number; what: string[] } }).moved;
  const { sum, what } = await page.evaluate(moved);
  if (sum > 0.02) console.log(what.join("\n"));
  return sum;
}
