// How much of a page moved without input, by the browser's own measure: shifts within half a second of a click or a
// key do not count.
import { expect, type Page } from "@playwright/test";

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

/** Checks that almost nothing has moved so far, and reports what has. */
export async function expectCalm(page: Page): Promise<void> {
  const moved = () => (window as unknown as { moved: { sum: number; what: string[] } }).moved;
  const { sum, what } = await page.evaluate(moved);
  expect(sum, what.join("\n")).toBeLessThanOrEqual(0.02);
}
