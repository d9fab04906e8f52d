// Looks at a page as people would, and as axe does.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

export const sizes = [
  { name: "wide", width: 1440, height: 900 },
  { name: "phone", width: 390, height: 844 },
  { name: "sideways", width: 844, height: 390 },
] as const;

/** Looks at the page as it is now, in every size and both colours. */
export async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const size of sizes) {
      await page.setViewportSize(size);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wider, `${name}, ${size.name}: wider than the window`).toBeLessThanOrEqual(0);
      await page.screenshot({ path: `e2e/pictures/${name}-${size.name}-${colorScheme}.png` });
    }
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`),
      `${name}, ${colorScheme}`,
    ).toEqual([]);
  }
  await page.setViewportSize(sizes[0]);
}
