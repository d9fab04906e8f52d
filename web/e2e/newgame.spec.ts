// The form of a new game: nothing in it moves by itself, and nothing that was chosen is lost.
import { look, sizes } from "./look.ts";
import { Player, unfold } from "./player.ts";
import { countShifts, expectCalm } from "./shifts.ts";
import { expect, test } from "./server.ts";

for (const size of sizes.slice(0, 2))
  test(`nothing jumps while a game is chosen, ${size.name}`, async ({ page }) => {
    await page.setViewportSize(size);
    await countShifts(page);
    await page.goto("/new?game=weiqi");
    const slider = page.getByRole("slider");
    await expect(slider).toBeVisible();
    const before = await slider.boundingBox();
    for (const level of ["1", "9", "4"]) await slider.fill(level);
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
  });

test("what was chosen is there again after a look at a word, and after a reload", async ({ page }) => {
  await page.goto("/new?board=torus:9x9&game=weiqi");
  await page.getByLabel("Your name").fill("Ann");
  await page.getByRole("radio", { name: "13×13" }).check();
  await page.getByRole("radio", { name: "By a link" }).check();
  await unfold(page);
  await page.getByRole("radio", { name: "White", exact: true }).check();
  await page.getByLabel("Komi").fill("5.5");
  const same = async () => {
    await expect(page.getByRole("radio", { name: "13×13" })).toBeChecked();
    await expect(page.getByRole("radio", { name: "By a link" })).toBeChecked();
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

test("the next game does not begin with the handicap and the colours of the last one, and says what it begins with", async ({
  page,
}) => {
  await page.goto("/new?game=weiqi&board=grid:9");
  await page.getByRole("radio", { name: "By a link" }).check();
  await unfold(page);
  await page.getByLabel("Handicap").fill("3");
  await page.getByRole("radio", { name: "White", exact: false }).first().check();
  const summary = page.getByRole("region", { name: "Grid 9×9" });
  await expect(summary).toContainText("Go against a friend");
  await expect(summary).toContainText("You play White · 3 handicap stones · komi 0.5");
  await page.getByRole("button", { name: "Make a link" }).click();
  await page.waitForURL(/\/game\//);
  await expect(page.getByText(/^Send this link/)).toHaveCount(1);
  await page.goto("/new");
  await expect(summary).toContainText("Go against a friend");
  await expect(summary).not.toContainText(/handicap|White|komi/);
});

test("a handicap that there is not is refused at once, and one of one stone is no komi", async ({ page }) => {
  await page.goto("/new?game=weiqi&board=grid:9");
  await unfold(page);
  const play = page.getByRole("button", { name: "Play", exact: true });
  const summary = page.getByRole("region", { name: "Grid 9×9" });
  await page.getByRole("spinbutton", { name: "Handicap" }).fill("30");
  await expect(summary.getByText("Handicap: 0 to 9.")).toBeVisible();
  await expect(play).toBeDisabled();
  await page.getByRole("spinbutton", { name: "Handicap" }).fill("1");
  await expect(summary).toContainText("komi 0.5");
  await expect(summary).not.toContainText("handicap");
  await expect(page.getByText(/^No stone is placed: Black moves first/)).toBeVisible();
  await play.click();
  await page.waitForURL(/\/game\//);
});

test("rules of Go are chosen by their names, and what is changed in them makes them one's own", async ({
  page,
}) => {
  const player = new Player(page);
  await page.goto("/new?game=weiqi&board=grid:9");
  const summary = page.getByRole("region", { name: "Grid 9×9" });
  await expect(summary).toContainText("Chinese rules");
  await unfold(page);
  const set = (name: string) => page.getByRole("radio", { name, exact: true });
  await expect(set("Chinese")).toBeChecked();
  await set("New Zealand").check();
  await expect(page.getByLabel("Komi")).toHaveValue("7");
  await set("Japanese").check();
  await expect(page.getByLabel("Komi")).toHaveValue("6.5");
  await expect(page.getByText("points inside a seki count too")).toBeVisible();
  await expect(summary).toContainText("Japanese rules · komi 6.5");
  await look(page, "new-rulesets");
  await page.getByLabel("Scoring").selectOption("Area");
  await expect(set("Your own")).toBeChecked();
  await expect(summary).toContainText("Your own rules");
  await set("AGA").check();
  await set("Your own").check();
  await page.getByLabel("Suicide").selectOption("Allowed");
  await page.getByRole("slider").fill("1");
  await player.button("Play").click();
  await page.waitForURL(/\/game\//);
  await player.arrived();
  expect(player.view.game.rules).toBe("weiqi:komi=7,score=area,ko=situational,suicide=yes");
});

test("a size of one's own is played on", async ({ page }) => {
  const player = new Player(page);
  await page.goto("/new?game=weiqi");
  await page.getByRole("radio", { name: "Another size" }).check();
  await expect(page.getByRole("heading", { name: "Grid 11×11" })).toBeAttached();
  await page.getByLabel("Rows").fill("7");
  await page.getByLabel("Rows").press("Tab");
  await expect(page.getByRole("heading", { name: "Grid 11×7" })).toBeAttached();
  await page.getByRole("slider").fill("1");
  await player.button("Play").click();
  await page.waitForURL(/\/game\//);
  await player.arrived();
  expect(player.view.game.board).toBe("grid:11x7");
});

test("boards on which a game cannot be played say why", async ({ page }) => {
  await page.goto("/new?game=connect4");
  await page.getByText("Boards that are meant for other games").click();
  const torus = page.getByRole("radio", { name: /Torus 9×9/ });
  await expect(torus).toBeDisabled();
  await expect(torus).toHaveAccessibleDescription(/stones fall/);
  await look(page, "new-connect4");
  await page.goto("/new?board=hex:5&game=connect4");
  await expect(page.getByRole("status").filter({ hasText: "stones fall" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeDisabled();
});
