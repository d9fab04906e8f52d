// NoGo, a game that the page knows only from the catalog: chosen on the first page, played to its end.
// newgame.test.ts tests its options.
import { Player } from "./player.ts";
import { expect, test } from "./server.ts";

test("NoGo is chosen by its card, and played until no move is left", async ({ page }) => {
  const player = new Player(page, 3);
  await page.goto("/");
  await page.getByRole("link", { name: /^NoGo/ }).click();
  await expect(page.getByRole("radio", { name: "NoGo" }).first()).toBeChecked();
  await page.getByText("How to play").click();
  await expect(page.getByText("The first player without a legal move loses.").last()).toBeVisible();
  await page.getByRole("radio", { name: "First steps" }).check();
  await expect(page.getByRole("heading", { name: "Grid 5×5" })).toBeVisible();
  await page.getByRole("slider").fill("1");
  await player.button("Play").click();
  await page.waitForURL(/\/game\//);
  await player.arrived();
  await expect(page.getByRole("heading", { name: "NoGo on Grid 5×5" })).toBeAttached();
  await expect(player.button("Pass")).toHaveCount(0);

  await player.turn();
  while (player.view.state.phase === "playing") {
    const board = await player.board();
    const { stones, state } = player.view;
    const forbidden = new Map(state.forbidden.map((f) => [f.point, f.reason]));
    for (const reason of forbidden.values()) expect(["taking", "suicide"]).toContain(reason);
    const at = board.names.findIndex((_, p) => stones[p] === "." && !forbidden.has(p));
    await player.click(board.names[at] ?? "");
    await expect.poll(() => player.view.state.ply).toBeGreaterThan(state.ply);
    await player.turn();
  }
  await expect(player.line).toHaveText(/^You won: White has no move left$|^You lost: you had no move left$/);
});
