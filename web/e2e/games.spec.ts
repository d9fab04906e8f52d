// Whole games against the computer: on a grid, and on a mesh that the player imported. In the middle the page is
// reloaded, and the server is killed and restarted.
import { chooseFile, Player, torusOBJ, unfold } from "./player.ts";
import { expect, test } from "./server.ts";

test.describe(() => {
  test.use({ ownServer: true }); // The test kills it.

  test("a full game on a 9×9 grid survives a reload and a crash of the server", async ({ page, server }) => {
    const player = new Player(page, 9);
    await player.start("grid:9");
    await expect(player.line).toHaveText("Your turn");

    await test.step("a click places a stone within 50 ms", async () => {
      const board = page.getByRole("application");
      const box = await board.boundingBox();
      if (!box) throw new Error("the board has no size");
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await expect.poll(() => player.view.moves[0]).toBe("E5");
    });

    await player.playSome(3);

    await test.step("reload", async () => {
      await player.turn();
      const { moves, stones } = player.view;
      await page.reload();
      await player.arrived();
      await expect.poll(() => player.view.moves).toEqual(moves);
      expect(player.view.stones).toBe(stones);
      expect(player.view.you).toBe("black");
    });

    await player.playSome(2);

    await test.step("kill -9 and start again", async () => {
      await player.turn();
      const { moves, stones } = player.view;
      await server.kill();
      await expect(page.getByText("Reconnecting")).toBeVisible();
      await server.start();
      await expect(page.getByText("Reconnecting")).toBeHidden();
      await expect.poll(() => player.view.moves).toEqual(moves);
      expect(player.view.stones).toBe(stones);
    });

    await player.playSome(4);
    await test.step("take back", async () => {
      await player.turn();
      if (player.view.state.phase !== "playing") return;
      const before = player.view.moves.length;
      await player.button("Take back").click();
      await expect.poll(() => player.view.moves.length).toBe(before - 2);
    });

    await player.passToTheEnd();
    await test.step("replay from the start to the end", async () => {
      await expect(player.line).toHaveText("Mark the dead stones");
      await player.button("Resume play").click();
      await expect.poll(() => player.view.state.phase).toBe("playing");
      await player.passToTheEnd();
    });
    await player.count();

    const record = await page.request.get(`/api/games/${player.view.game.id}/sgf`);
    expect(await record.text()).toContain("SZ[9]");
    await player.button("Play again").click();
    await expect(player.line).toHaveText("Your turn");
  });

  test("a full game on an imported torus survives a reload and a crash of the server", async ({
    page,
    server,
  }) => {
    const player = new Player(page, 5);
    await page.goto("/boards/import");
    await chooseFile(page, "my_torus.obj", torusOBJ(7, 5));
    await expect(page.getByText("Wavefront OBJ").last()).toBeVisible();
    await expect(page.getByRole("definition").filter({ hasText: /^35$/ })).toBeVisible();
    await expect(page.getByRole("definition").filter({ hasText: /^70$/ })).toBeVisible();
    await page.getByLabel("Board name").fill("Ring of Ann");
    await player.button("Save and play").click();
    await expect(page.getByRole("heading", { name: "Ring of Ann" })).toBeVisible();
    await page.getByRole("slider").fill("1");
    await player.button("Play").click();
    await page.waitForURL(/\/game\//);
    await player.arrived();

    await player.playSome(2);
    await player.turn();
    let { moves } = player.view;
    await page.reload();
    await player.arrived();
    await expect.poll(() => player.view.moves).toEqual(moves);

    await player.playSome(1);
    await player.turn();
    moves = player.view.moves;
    await server.kill();
    await server.start();
    await expect(page.getByText("Reconnecting")).toBeHidden();
    await expect.poll(() => player.view.moves).toEqual(moves);

    await player.passToTheEnd();
    await player.count();
  });
});

test("with a handicap White begins, and the player can look back to the handicap stones", async ({
  page,
}) => {
  const player = new Player(page, 8);
  await page.goto("/new?board=grid:9");
  await unfold(page);
  await page.getByLabel("Handicap").fill("2");
  await expect(page.getByLabel("Komi")).toHaveValue("0.5");
  await expect(page.getByText("White moves first and gets 0.5 points of komi")).toBeVisible();
  await page.getByLabel("Scoring").selectOption("Territory");
  await page.getByRole("slider").fill("1");
  await player.button("Play").click();
  await page.waitForURL(/\/game\//);
  await player.arrived();
  await expect.poll(() => player.view.moves.length).toBe(1);
  expect([...player.view.stones].filter((s) => s === "x")).toHaveLength(2);
  await page.getByRole("tab", { name: "In words" }).click();
  await page.keyboard.press("[");
  await expect(player.line).toHaveText("Looking back");
  const words = page.getByRole("tabpanel");
  await expect(words).toContainText("Black: 2 chains");
  await expect(words).toContainText("White: 0 chains");
  await page.getByRole("tab", { name: "About" }).click();
  await expect(words).toContainText("Territory scoring, komi");
  await expect(words).toContainText("2 handicap stones");
});
