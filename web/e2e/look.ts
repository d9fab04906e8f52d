// Checks a page as people see it, and with axe.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { expect, type Page } from "@playwright/test";

export const sizes = [
  { name: "wide", width: 1440, height: 900 },
  { name: "phone", width: 390, height: 844 },
  { name: "sideways", width: 844, height: 390 },
] as const;

// Pictures are for people to look at and are not compared. A solid board takes seconds to draw without a graphics
// card, so pictures are taken only on request.
const pictures = process.env["PICTURES"] !== undefined;

// Half the size of the axe that comes by default, and parsed in half the time.
const axePackage = createRequire(import.meta.url).resolve("@axe-core/playwright");
const axeSource = readFileSync(createRequire(axePackage).resolve("axe-core/axe.min.js"), "utf8");

/** Takes a picture for people to look at, if pictures are on. */
export async function picture(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: `e2e/pictures/${name}.png` });
}

/** Checks the page as it is now, in every size and both colour schemes, and leaves it wide. */
export async function look(page: Page, name: string): Promise<void> {
  // Each new size redraws the page and its board. Colours change no layout: dark needs sizes only for pictures.
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  for (const size of sizes) {
    await page.setViewportSize(size);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider, `${name}, ${size.name}: wider than the window`).toBeLessThanOrEqual(0);
    await picture(page, `${name}-${size.name}-light`);
  }
  await lookAsAxe(page, name, "light");
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await lookAsAxe(page, name, "dark");
  for (const size of pictures ? sizes.toReversed() : []) {
    await page.setViewportSize(size);
    await picture(page, `${name}-${size.name}-dark`);
  }
  await page.setViewportSize(sizes[0]);
}

/** Opens another page of moyo as its links do: the scripts and axe are not loaded again. */
export const visit = (page: Page, path: string): Promise<void> =>
  page.evaluate((href) => {
    const link = Object.assign(document.createElement("a"), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, path);

/** Lets the page draw a number of frames. */
export const drawn = (page: Page, frames = 2): Promise<void> =>
  page.evaluate(async (left) => {
    while (left-- > 0) await new Promise((next) => requestAnimationFrame(next));
  }, frames);

/**
 * Returns what `read` gives when it stays the same for six frames: after a change of the window, positions are final
 * only when the page is fully drawn.
 */
export async function settled(page: Page, read: () => Promise<string>): Promise<string> {
  let last = await read();
  await expect(async () => {
    const before = last;
    await drawn(page, 6);
    last = await read();
    expect(last).toBe(before);
  }).toPass({ intervals: [0] });
  return last;
}

/** Checks that axe finds nothing wrong with the page as it is now. */
async function lookAsAxe(page: Page, name: string, colorScheme: "light" | "dark"): Promise<void> {
  // During transitions axe would measure colours that no user reads.
  await page.waitForFunction(() => !document.getAnimations().some((a) => a instanceof CSSTransition));
  // Each page loads axe once.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const options = {
    resultTypes: ["violations"], // describing what passes takes longer than the checks
    iframes: false, // axe cannot see into a frame of another origin, and would wait for it
    preload: false, // only disabled rules need style sheets and media
    ...(colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {}), // nothing else has changed
  };
  const violations = await page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: Axe };
    const found = (await axe.run(document, options)).violations;
    return found.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.target.join(" ")).join(", ")}`);
  }, options);
  expect(violations, `${name}, ${colorScheme}`).toEqual([]);
}

/** The part of axe that the tests use. */
interface Axe {
  run(
    what: Document,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>;
}

/**
 * In the page: lists where it is wider than the window, which text leaves its box or the window, and which buttons,
 * links and headings are cut off. What scrolls or ends in an ellipsis is intended, except rows of page links: users
 * must see that there are more.
 */
export function overruns(): string[] {
  const found: string[] = [];
  const wider = document.documentElement.scrollWidth - innerWidth;
  if (wider > 0) found.push(`${wider} pixels wider than the window`);
  const range = document.createRange();
  for (const element of document.querySelectorAll<HTMLElement>("body *")) {
    const words = [...element.childNodes].filter(
      (n) => n.nodeType === Node.TEXT_NODE && n.textContent?.trim(),
    );
    const shown =
      words.length > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!shown || element.closest("svg, option, select, textarea")) continue;
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    if (text.width < 2 || text.height < 2) continue; // only for screen readers
    for (let box: HTMLElement | null = element; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.textOverflow === "ellipsis" || style.clip !== "auto" || style.clipPath !== "none") break;
      if (["auto", "scroll"].includes(style.overflowX)) break;
      if (["inline", "contents"].includes(style.display)) continue;
      const at = box.getBoundingClientRect();
      const over = Math.max(at.left - text.left, text.right - at.right);
      if (over <= 1) {
        if (style.position === "absolute") break; // deliberately outside its box, like a badge
        continue;
      }
      const name =
        box.tagName.toLowerCase() + (box.className ? `.${String(box.className).split(" ")[0]}` : "");
      found.push(`"${element.textContent?.trim().slice(0, 40)}" leaves ${name} by ${Math.round(over)}`);
      break;
    }
  }
  const controls = "a[href], button, input, select, textarea, summary, h1, h2, h3";
  for (const control of document.querySelectorAll<HTMLElement>(controls)) {
    const shown = control.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!shown || control.closest("svg, .hidden-text, [inert]")) continue;
    const at = control.getBoundingClientRect();
    if (at.width < 2) continue; // only for screen readers
    let [left, right] = [0, innerWidth];
    for (let box = control.parentElement; box && box !== document.body; box = box.parentElement) {
      const { overflowX } = getComputedStyle(box);
      if (overflowX === "visible") continue;
      if (["auto", "scroll"].includes(overflowX) && !box.closest("nav")) {
        [left, right] = [-Infinity, Infinity];
        break;
      }
      const inside = box.getBoundingClientRect();
      [left, right] = [Math.max(left, inside.left), Math.min(right, inside.right)];
    }
    const over = Math.max(left - at.left, at.right - right);
    const name = control.getAttribute("aria-label") ?? control.textContent;
    if (over > 1) found.push(`"${name.trim().slice(0, 40)}" is cut off by ${Math.round(over)}`);
  }
  return found;
}

/** In the page, from its start: adds up layout shifts that follow no input. */
export function noteShifts(): void {
  Object.assign(window, { shifts: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) (window as unknown as { shifts: number }).shifts += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}

/** How much the page has shifted since it was opened. */
export const shiftsOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { shifts: number }).shifts);
