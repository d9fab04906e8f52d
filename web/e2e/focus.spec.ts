// Whoever goes through a page by keyboard always sees where they are: a ring, all around.
import { expect, test } from "./server.ts";

/** More would be lists whose entries are alike. */
const most = 40;

test("focus is seen as a ring on every page", async ({ page }) => {
  const faults: string[] = [];
  for (const address of [
    "/train",
    "/train/courses",
    "/train/collections",
    "/train/exam",
    "/train/statistics",
    "/train/gomoku",
    "/train/mistakes",
    "/solve",
    "/analyse",
    "/account",
    "/redeem",
    "/leaders",
    "/history",
    "/boards",
    "/boards/import",
    "/nosuch",
  ]) {
    await page.addInitScript(() => localStorage.setItem("moyo.solve.helped", "true"));
    await page.goto(address);
    await expect(page.locator("h1, h2").first()).toBeAttached();
    await page.waitForLoadState("networkidle", { timeout: 2_000 }).catch(() => undefined);
    const met = new Set<string>();
    for (let n = 0; n < most; n++) {
      await page.keyboard.press("Tab");
      const { name, fault } = await page.evaluate(focused);
      if (name === "") break; // past the end
      if (fault) faults.push(`${address}: ${name}: ${fault}`);
      met.add(name);
    }
    expect(met.size, address).toBeGreaterThan(5);
  }
  expect(faults).toEqual([]);
});

/** In the page: what has the focus, and what is wrong with how that is shown. */
function focused(): { name: string; fault: string } {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return { name: "", fault: "" };
  const name = `${element.tagName} ${element.id} ${element.ariaLabel ?? element.textContent?.trim().slice(0, 30)}`;
  // A board shows an inset ring, which nothing cuts.
  if (element.matches(".moyo-board-stage") && getComputedStyle(element).boxShadow !== "none")
    return { name, fault: "" };
  // What stands for an input that cannot be seen shows its ring; so does what goes around a board.
  const stand = [element, ...((element as HTMLInputElement).labels ?? [])];
  const shown = stand.find((e) => {
    const style = getComputedStyle(e);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 && e.offsetWidth > 2;
  });
  if (!shown) return { name, fault: "no ring" };
  const style = getComputedStyle(shown);
  const out = parseFloat(style.outlineOffset) + parseFloat(style.outlineWidth) - 1;
  const at = shown.getBoundingClientRect();
  for (let box = shown.parentElement; box; box = box.parentElement) {
    if (box === document.body || box === document.documentElement) break;
    const { overflowX, overflowY, overflowClipMargin } = getComputedStyle(box);
    const room = overflowX === "clip" ? parseFloat(overflowClipMargin) : 0;
    const around = box.getBoundingClientRect();
    const [cutX, cutY] = [overflowX !== "visible", overflowY !== "visible"];
    if (cutX && (at.left - out < around.left - room || at.right + out > around.right + room))
      return { name, fault: `the ring is cut at a side by ${box.tagName} ${box.className}` };
    if (cutY && (at.top - out < around.top - room || at.bottom + out > around.bottom + room))
      return { name, fault: `the ring is cut above or below by ${box.tagName} ${box.className}` };
  }
  if (at.left < out || at.top < out || at.right + out > innerWidth || at.bottom + out > innerHeight)
    return { name, fault: "the ring leaves the window" };
  return { name, fault: "" };
}
