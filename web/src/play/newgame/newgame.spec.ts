// The form of a new game: nothing in it moves by itself, and no choice is lost. src/play/newgame/newgame.test.ts tests its texts
// and requests.
import { sizes } from "../../../e2e/look.ts";
import { unfold } from "../../../e2e/player.ts";
import { countShifts, expectCalm } from "../../../e2e/shifts.ts";
import { expect, test } from "../../../e2e/server.ts";

test("nothing jumps while the user selects a game", async ({ page }) => {
  await countShifts(page);
  for (const size of sizes.slice(0, 2))
    await test.step(size.name, async () => {
      await page.setViewportSize(size);
      await page.goto("/new?game=weiqi");
      const slider = page.getByRole("slider");
      await expect(slider).toBeVisible();
      const before = await slider.boundingBox();
      for (const level of ["1", "9", "4"]) await slider.fill(level);
      await expect(slider).toHaveAccessibleDescription(/^(About|Roughly) \d+[kd] on this board/);
      await page.getByRole("radio", { name: "Anyone" }).check();
      await page.getByRole("radio", { name: "The computer" }).check();
      await page.getByRole("radio", { name: "13×13" }).check();
      await page.getByRole("radio", { name: "Torus 9×9" }).check();
      await expect(page.getByRole("heading", { name: "Torus 9×9" })).toBeAttached();
      await page.getByRole("radio", { name: "9×9", exact: true }).check();
      await unfold(page);
      await page.getByLabel("Handicap").fill("2");
      expect((await slider.boundingBox())?.height).toBe(before?.height);
      await expectCalm(page);
      await page.evaluate(() => localStorage.clear()); // the next page starts with new choices
      await page.goto("about:blank");
    });
});

test("choices survive a look at a term, and a reload", async ({ page }) => {
  await page.goto("/new?board=torus:9x9&game=weiqi");
  await page.getByLabel("Your name").fill("Ann");
  await page.getByRole("radio", { name: "13×13" }).check();
  await page.getByRole("radio", { name: "Private link" }).check();
  await unfold(page);
  await page.getByRole("radio", { name: "White", exact: true }).check();
  await page.getByLabel("Komi").fill("5.5");
  const same = async () => {
    await expect(page.getByRole("radio", { name: "13×13" })).toBeChecked();
    await expect(page.getByRole("radio", { name: "Private link" })).toBeChecked();
    await expect(page.getByRole("radio", { name: "White", exact: true })).toBeChecked();
    await expect(page.getByLabel("Komi")).toHaveValue("5.5");
    await expect(page.getByLabel("Your name")).toHaveValue("Ann");
  };
  await page.getByRole("link", { name: "Learn", exact: true }).click();
  await expect(page).toHaveURL(/\/learn/);
  await page.goBack();
  await same();
  await page.reload();
  await same();
});
