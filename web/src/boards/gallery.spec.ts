// Boards that people share: shared, found, played on, drawn on, reported, hidden, renamed, deleted.
import type { Page } from "@playwright/test";

import { member } from "../../e2e/account.ts";
import { look } from "../../e2e/look.ts";
import { unfold } from "../../e2e/player.ts";
import { expect, test } from "../../e2e/server.ts";

// The test acts as the operator, who makes accounts; the gallery is empty at first.
test.use({ ownServer: true });

const card = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

/** A path with an odd number of points, or a star with an even one. */
const file = (points: number): string =>
  JSON.stringify({
    points,
    edges: Array.from({ length: points - 1 }, (_, p) => (points % 2 ? [p, p + 1] : [0, p + 1])),
    stars: [2, points - 3],
  });

/** Keeps a board for the user of the page. */
async function bring(page: Page, name: string, points: number): Promise<string> {
  const answer = await page.request.post("/api/boards", {
    data: { name, file: file(points), component: -1, merge: false },
  });
  return ((await answer.json()) as { spec: string }).spec;
}

test("a board is shared, played on, reported, hidden and shown again", async ({ browser, server }) => {
  const ada = await member(browser, server, "Ada", 1);
  const bo = await member(browser, server, "Bo", 2);
  await test.step("the user shares a board", async () => {
    await bring(ada.page, "Ada's ladder", 25); // long enough that no game ends on it in a few moves
    await bring(ada.page, "Ada's star", 12);
    await ada.page.goto("/boards?of=mine");
    await expect(card(ada.page, "Ada's ladder")).toContainText("Yours since");
    for (const title of ["Ada's ladder", "Ada's star"]) {
      await card(ada.page, title).getByRole("button", { name: "Share" }).click();
      await expect(ada.page.getByText(`${title} is now public.`)).toBeVisible();
    }
    await look(ada.page, "boards-own");
  });
  await test.step("others find it, and play on it with handicap stones", async () => {
    await bo.page.goto("/boards");
    await expect(bo.page.getByRole("heading", { level: 2 })).toHaveCount(2);
    await bo.page.getByLabel("Part of the name").fill("LADDER");
    await expect(bo.page.getByRole("heading", { level: 2 })).toHaveText(["Ada's ladder"]);
    const ladder = card(bo.page, "Ada's ladder");
    await expect(ladder).toContainText("by Ada");
    await expect(ladder).toContainText("25 points, 24 lines");
    await expect(ladder).toContainText("1 to 2 neighbours");
    await expect(ladder).toContainText("Not played yet");
    await look(bo.page, "boards-shared");
    await ladder.getByRole("link", { name: "Play" }).click();
    await expect(bo.page.getByRole("heading", { name: "Ada's ladder" })).toBeVisible();
    await unfold(bo.page);
    await bo.page.getByLabel("Handicap", { exact: true }).fill("3");
    await expect(bo.page.getByText("Handicap: 0 to 2.").first()).toBeVisible();
    await bo.page.getByLabel("Handicap", { exact: true }).fill("2");
    await bo.page.getByRole("button", { name: "Play", exact: true }).click();
    await bo.page.waitForURL(/\/game\//);
    await bo.arrived();
    expect(bo.view.stones.replaceAll(/[^x]/g, "")).toBe("xx");
    await bo.playSome(4);
    await bo.button("Resign").click();
    await bo.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await expect(bo.line).toContainText("You resigned");
  });
  await test.step("it was played, is first, and can be drawn on", async () => {
    await bo.page.goto("/boards");
    await expect(bo.page.getByRole("heading", { level: 2 })).toHaveText(["Ada's ladder", "Ada's star"]);
    await expect(card(bo.page, "Ada's ladder")).toContainText("Played 1 time");
    await bo.page.getByLabel("Sort by").selectOption("Newest");
    await expect(bo.page.getByRole("heading", { level: 2 })).toHaveText(["Ada's star", "Ada's ladder"]);
    await card(bo.page, "Ada's star").getByRole("link", { name: "Draw on it" }).click();
    await expect(bo.page.getByRole("application")).toHaveAccessibleName("Drawing with 12 points");
  });
  await test.step("a report leads a moderator to hide it", async () => {
    await bo.page.goto("/boards");
    await card(bo.page, "Ada's ladder").getByRole("button", { name: "Report" }).click();
    const dialog = bo.page.getByRole("dialog");
    await dialog.getByLabel("An offensive name").check();
    await dialog.getByRole("button", { name: "Send report" }).click();
    await expect(dialog.getByRole("heading", { name: "Thank you" })).toBeVisible();
    const mo = await member(browser, server, "Mo", 3);
    server.admin("role", "Mo", "moderator");
    await mo.page.goto("/moderate");
    await expect(mo.page.getByText("reported a board of")).toBeVisible();
    await mo.page.getByRole("button", { name: "View report" }).click();
    await expect(mo.page.getByRole("link", { name: "The board Ada's ladder" })).toBeVisible();
    await mo.page.getByLabel("Hide the board").check();
    await mo.page.getByLabel("Reason (they will see it)").fill("No ladders here.");
    await mo.page.getByRole("button", { name: "Hide the board" }).click();
    await expect(mo.page.getByText("It is hidden.")).toBeVisible();
    await look(mo.page, "boards-case");
    await ada.page.goto("/boards?of=mine");
    await expect(ada.page.getByText("No ladders here.")).toBeVisible();
    await expect(card(ada.page, "Ada's ladder")).toContainText("Moderators removed this board");
    await expect(card(ada.page, "Ada's ladder").getByRole("button", { name: /hare/ })).toHaveCount(0);
    await mo.page.getByRole("button", { name: "Show it again" }).click();
    await expect(mo.page.getByText("It is hidden.")).toHaveCount(0);
    await mo.page.goto("/boards");
    await card(mo.page, "Ada's star").getByRole("button", { name: "Hide" }).click();
    await mo.page.getByRole("dialog").getByLabel("Reason", { exact: false }).fill("Nor stars.");
    await mo.page.getByRole("dialog").getByRole("button", { name: "Hide" }).click();
    await expect(mo.page.getByRole("heading", { level: 2 })).toHaveText(["Ada's ladder"]);
  });
  await test.step("it is renamed, and deleted", async () => {
    await ada.page.goto("/boards?of=mine");
    for (let read = 0; read < 2; read++)
      await ada.page.getByRole("button", { name: "I understand" }).first().click();
    await expect(ada.page.getByRole("button", { name: "I understand" })).toHaveCount(0);
    await card(ada.page, "Ada's ladder").getByRole("button", { name: "Rename" }).click();
    await ada.page.getByRole("dialog").getByLabel("Board name").fill("A long ladder");
    await ada.page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await expect(card(ada.page, "A long ladder")).toContainText("Public");
    await bo.page.goto("/boards");
    await expect(bo.page.getByRole("heading", { level: 2 })).toHaveText(["A long ladder"]);
    await card(ada.page, "A long ladder").getByRole("button", { name: "Delete" }).click();
    await expect(ada.page.getByRole("dialog")).toContainText("Games played on it keep it");
    await ada.page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(ada.page.getByText("A long ladder was deleted.")).toBeVisible();
    await bo.page.reload();
    await expect(bo.page.getByText("No shared boards yet.")).toBeVisible();
  });
});

test("a guest sees the gallery, and learns how to share", async ({ page }) => {
  await page.goto("/boards");
  await expect(page.getByText("No shared boards yet.")).toBeVisible();
  await look(page, "boards-none");
  await bring(page, "A guest's", 5);
  await page.getByRole("tab", { name: "Your boards" }).click();
  await expect(card(page, "A guest's")).toBeVisible();
  await expect(card(page, "A guest's").getByRole("button", { name: "Share" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "create an account" })).toBeVisible();
  await card(page, "A guest's").getByRole("link", { name: "Play" }).click();
  await expect(page.getByRole("heading", { name: "A guest's" })).toBeVisible();
});
