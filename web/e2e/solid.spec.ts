// A solid board: where the opponent's stones appear, and its tools.
import type { Page } from "@playwright/test";

import { moving } from "./motion.ts";
import { placesOf } from "./places.ts";
import { Player } from "./player.ts";
import { expect, test } from "./server.ts";
import { Person } from "./sheet/person.ts";

test.use(moving);

/** A free point that is visible on the board as it is, or one on the far side. */
async function freePoint(player: Player, isSeen: boolean): Promise<string> {
  const { names } = await player.board();
  const free = [...player.view.stones].flatMap((stone, p) => (stone === "." ? [p] : []));
  const places = await placesOf(player.page, free);
  const found = free.filter((_, i) => places[i]!.seen === isSeen);
  expect(found.length).toBeGreaterThan(0);
  return names[found[Math.floor(found.length / 2)] ?? 0] ?? "";
}

const isSeen = (page: Page, point: number): Promise<boolean> =>
  page
    .locator(".moyo-board:has([role=application])")
    .evaluate((board, p) => (board as HTMLElement).moyoBoard!.placeOf(p).seen, point);

test("the board turns to a stone on the far side, or an arrow points to it; it never turns during a drag", async ({
  page,
  browser,
  server,
}) => {
  await page.setViewportSize({ width: 800, height: 600 });
  const ann = new Player(page);
  await ann.start("torus:7x7", { opponent: "human" });
  const game = ann.view.game.id;
  const bob = await Person.guest(browser, server); // without a board to draw
  await bob.tell(game, { type: "join", name: "Bob" });
  await expect(ann.line).toHaveText("Your turn");
  await ann.turn();
  const { names } = await ann.board();
  const arrow = ann.page.getByRole("button", { name: /on the far side: turn the board to see it/ });
  /** Ann plays where she can see, so the board need not turn, and Bob where she cannot. */
  const reply = async (): Promise<string> => {
    await ann.turn();
    await ann.move(await freePoint(ann, true));
    return freePoint(ann, false);
  };

  await test.step("it turns", async () => {
    const point = await reply();
    await bob.play(game, point);
    await expect.poll(() => isSeen(ann.page, names.indexOf(point))).toBe(true);
    await expect(arrow).toHaveCount(0);
  });

  await test.step("not during a drag: then an arrow appears at the edge", async () => {
    const point = await reply();
    const box = await ann.page.getByRole("application").boundingBox();
    if (!box) throw new Error("the board has no size");
    await ann.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await ann.page.mouse.down();
    await ann.page.mouse.move(box.x + box.width / 2 + 8, box.y + box.height / 2);
    const hidden = !(await isSeen(ann.page, names.indexOf(point)));
    await bob.play(game, point);
    await expect.poll(() => ann.view.moves.at(-1)).toBe(point);
    if (hidden) await expect(arrow).toBeVisible();
    expect(await isSeen(ann.page, names.indexOf(point))).toBe(!hidden);
    await ann.page.mouse.up();
    if (hidden) await arrow.click();
    await expect.poll(() => isSeen(ann.page, names.indexOf(point))).toBe(true);
    await expect(arrow).toHaveCount(0);
  });

  await test.step("not if the user has turned that off", async () => {
    await ann.button("Settings").click();
    await ann.page.getByLabel("Turn the board to your opponent's move").uncheck();
    await ann.page.keyboard.press("Escape");
    const point = await reply();
    await bob.play(game, point);
    await expect(arrow).toBeVisible();
    expect(await isSeen(ann.page, names.indexOf(point))).toBe(false);
    await arrow.focus();
    await ann.page.keyboard.press("Enter");
    await expect.poll(() => isSeen(ann.page, names.indexOf(point))).toBe(true);
  });
});

/**
 * Turns the board by its keys until none of the points is visible: around its vertical axis, and tilted after each
 * round. A key turns it immediately, and ends any other rotation.
 */
async function hide(page: Page, points: readonly number[]): Promise<void> {
  const hidden = await page.locator(".moyo-board:has([role=application])").evaluate(async (board, wanted) => {
    const stage = board.querySelector<HTMLElement>("[role=application]")!;
    stage.focus();
    for (let press = 1; press <= 16 * 32; press++) {
      const key = press % 32 ? "ArrowRight" : "ArrowDown";
      stage.dispatchEvent(
        new KeyboardEvent("keydown", { key, shiftKey: true, bubbles: true, cancelable: true }),
      );
      if (!wanted.some((p) => (board as HTMLElement).moyoBoard!.placeOf(p).seen)) return true;
    }
    return false;
  }, points);
  if (!hidden) throw new Error("the points are nowhere hidden together");
}

test("the board turns to a hint on the far side, or an arrow points to it", async ({ page }) => {
  const player = new Player(page, 3);
  // Three in a row: White can stop one end, so the hint is surely for the other.
  await player.start("torus:9x9", { rules: "gomoku:n=3" });
  const { names } = await player.board();
  const isFree = (name: string) => player.view.stones[names.indexOf(name)] === ".";
  await player.turn();
  await player.move("D4");
  await player.turn();
  const rows = [
    ["E4", "C4", "F4"],
    ["D5", "D3", "D6"],
  ] as const;
  const [second, ...ends] = rows.find((row) => row.every(isFree)) ?? rows[0];
  await player.move(second);
  await player.turn();
  const wins = ends.filter(isFree).map((name) => names.indexOf(name));

  const arrow = page.getByRole("button", { name: /^The hint, .* is on the far side/ });
  /** Asks for a hint while no candidate point is visible. */
  const hint = async (): Promise<number> => {
    await hide(page, wins);
    await player.button("Hint").click();
    const said = page.getByRole("region", { name: "What the coach says" }).getByText(/^Hint: /);
    await expect(said).toBeVisible();
    const point = names.indexOf(/([A-H]\d)\.$/.exec(await said.innerText())?.[1] ?? "");
    expect(wins).toContain(point);
    return point;
  };

  await test.step("it turns", async () => {
    const point = await hint();
    await expect.poll(() => isSeen(page, point)).toBe(true);
    await expect(arrow).toHaveCount(0);
  });

  await test.step("an arrow, if turning is off", async () => {
    // The page drops the hint, and the same one counts as new.
    await page.reload();
    await player.arrived();
    await player.button("Settings").click();
    await page.getByLabel("Turn the board to your opponent's move").uncheck();
    await page.keyboard.press("Escape");
    const point = await hint();
    await expect(arrow).toBeVisible();
    expect(await isSeen(page, point)).toBe(false);
    await arrow.click();
    await expect.poll(() => isSeen(page, point)).toBe(true);
    await expect(arrow).toHaveCount(0);
  });

  await test.step("the tools of a solid board have names", async () => {
    const through = page.getByRole("button", { name: "See through the surface" });
    await expect(through.getByText("See through")).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(through.getByText("See through")).toBeHidden();
    const box = await through.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await expect(through).toHaveAttribute("title", "See through the surface");
    await through.click();
    await expect(through).toHaveAttribute("aria-pressed", "true");
  });
});
