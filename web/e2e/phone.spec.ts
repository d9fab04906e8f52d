// A large board on a touch screen: the finger aims, a lens shows the point, and nothing is played without
// confirmation.
import type { CDPSession } from "@playwright/test";

import { look, visit } from "./look.ts";
import { placeOf } from "./places.ts";
import { Player } from "./player.ts";
import { expect, test } from "./server.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

class Finger {
  readonly #player: Player;
  readonly #session: CDPSession;
  /** The time of the finger's next action, in seconds. */
  #now = Date.now() / 1000;

  constructor(player: Player, session: CDPSession) {
    this.#player = player;
    this.#session = session;
  }

  async #to(type: "touchStart" | "touchMove", name: string): Promise<void> {
    const point = (await this.#player.board()).names.indexOf(name);
    const { x, y } = await placeOf(this.#player.page, point);
    await this.#send(type, [{ x, y }]);
  }

  down = (name: string) => this.#to("touchStart", name);
  move = (name: string) => this.#to("touchMove", name);

  async lift(): Promise<void> {
    await this.#send("touchEnd", []);
  }

  async #send(type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) {
    this.#now += 0.02;
    await this.#session.send("Input.dispatchTouchEvent", { type, touchPoints, timestamp: this.#now });
  }

  /** The next tap comes a second later, so that two taps are no double tap. */
  rest(): void {
    this.#now += 1;
  }

  async tap(name: string): Promise<void> {
    await this.down(name);
    await this.lift();
  }
}

test("a finger aims through a lens, nudges and confirms", async ({ page }) => {
  const player = new Player(page, 41);
  await player.start("grid:19");
  const finger = new Finger(player, await page.context().newCDPSession(page));
  const lens = page.locator(".lens");
  await expect(page.getByText("You play Black: tap a point.")).toBeVisible();

  await finger.down("D4");
  await expect(lens).toHaveText("D4");
  await expect(lens).toBeInViewport({ ratio: 1 });
  const { y = 0, height = 0 } = (await lens.boundingBox()) ?? {};
  await finger.move("E5");
  await finger.move("E6");
  await expect(lens).toHaveText("E6");
  expect(await lens.evaluate((l) => l.getBoundingClientRect().y)).toBeLessThan(y);
  expect(height).toBeGreaterThan(100);
  await finger.lift();
  await expect(lens).toHaveCount(0);
  expect(player.view.moves).toEqual([]);
  await expect(page.locator(".notice")).toHaveText("You chose E6. Tap it again, or “Play E6”.");
  await expect(page.locator(".moyo-board .chosen")).toHaveCount(1);

  await test.step("another point is chosen instead; cancelling clears the choice", async () => {
    await finger.tap("C17");
    await expect(player.button("Play C17")).toBeVisible();
    await player.button("Cancel").click();
    await expect(page.locator(".moyo-board .chosen")).toHaveCount(0);
    await expect(player.button("Pass")).toBeVisible();
  });

  await finger.tap("C17");
  await player.button("Play C17").click();
  await expect.poll(() => player.view.moves[0]).toBe("C17");
  await player.turn();
  await test.step("a second tap plays as well", async () => {
    const free = await player.somePoint();
    await finger.tap(free);
    await expect(player.button(`Play ${free}`)).toBeVisible();
    finger.rest();
    await finger.tap(free);
    await expect.poll(() => player.view.moves).toContain(free);
  });
  await player.turn();

  await test.step("the second tap can be turned off, and the finger still aims", async () => {
    await player.button("Settings").click();
    await page.getByLabel("Tap twice to confirm where points are small").uncheck();
    await page.keyboard.press("Escape");
    const free = await player.somePoint();
    await finger.down(free);
    await expect(lens).toHaveText(free);
    await finger.lift();
    await expect.poll(() => player.view.moves).toContain(free);
  });

  await player.turn();
  await test.step("the list of last moves leads back", async () => {
    await player.button("Back one move").click();
    await expect(player.line).toHaveText("Looking back");
    await player.button("Back to the game").click();
  });
  await look(page, "phone-game");
});

test("texts mention taps, and no keys", async ({ page }) => {
  await page.goto("/boards");
  for (const address of ["/analyse", "/solve", "/train", "/train/gomoku"]) {
    await visit(page, address);
    if (address === "/solve") await page.getByRole("button", { name: "Begin" }).click();
    await expect(
      page
        .getByText(/\bTap\b/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    await page.getByRole("button", { name: "Settings" }).click();
    await expect(page.getByText("Tap twice to confirm a move", { exact: true })).toBeVisible();
    expect(await page.locator("body").innerText()).not.toMatch(/\bclick|\[ and \]/i);
    await expect(page.locator("kbd")).toBeHidden();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Settings" })).toBeHidden();
  }
});

test("a finger on a small board plays immediately", async ({ page }) => {
  const player = new Player(page, 42);
  await player.start("grid:9");
  const finger = new Finger(player, await page.context().newCDPSession(page));
  await finger.down("E5");
  await expect(page.locator(".lens")).toHaveCount(0);
  await finger.lift();
  await expect.poll(() => player.view.moves[0]).toBe("E5");
});
