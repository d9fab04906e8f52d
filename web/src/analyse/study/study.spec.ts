// A shared study: one user shows, another follows, tries and returns; the server goes down and comes back; both
// users' edits are kept.
import type { Locator, Page } from "@playwright/test";

import { look } from "../../../e2e/look.ts";
import { clickPoint, placeOf } from "../../../e2e/places.ts";
import { expect, test, type Server } from "../../../e2e/server.ts";

// The test acts as the operator, and kills the server.
test.use({ ownServer: true });

async function signIn(page: Page, server: Server, name: string): Promise<void> {
  const made = server.admin("create", name, "--role", "player", "--json");
  await page.goto("/redeem");
  await page.getByLabel("Code").fill((JSON.parse(made) as { code: string }).code);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("You are signed in as")).toBeVisible();
}

/** The number of a point on a 9×9 grid. */
function pointOf(name: string): number {
  const [, letter, row] = /^([A-Z])(\d+)$/.exec(name) ?? [];
  return (9 - Number(row)) * 9 + "ABCDEFGHJ".indexOf(letter ?? "");
}

const click = (page: Page, name: string): Promise<void> => clickPoint(page, pointOf(name));

const stones = (page: Page): Locator => page.locator("svg circle.stone");
const nodes = (page: Page): Locator => page.locator(".variations button");
const words = (page: Page): Locator => page.locator("section.status .words");
const comment = (page: Page): Locator => page.getByLabel("Comment on this move");
const tab = (page: Page, name: string): Promise<void> =>
  page.getByRole("tab", { name: new RegExp(`^${name}`) }).click();

test("a teacher leads, a student follows, tries and returns", async ({ browser, server }) => {
  const pages = await Promise.all(
    [1, 2].map(async () => (await browser.newContext({ baseURL: server.url })).newPage()),
  );
  const [ada, bo] = pages as [Page, Page];
  await signIn(ada, server, "Ada");

  await test.step("a record is shared", async () => {
    await ada.goto("/analyse?board=grid:9&rules=weiqi");
    await expect(ada.locator("section.status .line")).toHaveText("Black to play");
    await click(ada, "E5");
    await expect(stones(ada)).toHaveCount(1);
    await tab(ada, "Record");
    await ada.getByRole("button", { name: "Share as a study" }).click();
    await ada.getByLabel("Name of the study").fill("Corners, sides, middle");
    await ada.getByRole("button", { name: "Begin" }).click();
    await ada.waitForURL(/\/study\//);
    await expect(words(ada)).toHaveText(/You lead\. No one else is here yet/);
    // At the shared position, with its link visible.
    await expect(stones(ada)).toHaveCount(1);
    await expect(ada.getByLabel("The link to this study")).toBeVisible();
    await tab(ada, "Moves");
  });

  await test.step("a guest with the link follows", async () => {
    await bo.goto(ada.url());
    await expect(words(bo)).toHaveText("You are following Ada.");
    await expect(words(ada)).toHaveText("You lead: 1 person sees what you see.");
    await expect(stones(bo)).toHaveCount(1);
    await click(ada, "C3");
    await expect(stones(bo)).toHaveCount(2);
    await expect(bo.locator('.variations [aria-current="true"]')).toContainText("2: C3, White");
  });

  await test.step("the student sees what the teacher points at and writes", async () => {
    const { x, y } = await placeOf(ada, pointOf("G7"));
    await ada.mouse.move(x, y);
    await expect(bo.locator(".mark.pointed")).toHaveCount(1);
    await ada.mouse.move(1, 1);
    await expect(bo.locator(".mark.pointed")).toHaveCount(0);
    await comment(ada).fill("A corner first.");
    await expect(comment(bo)).toHaveValue("A corner first.");
    await expect(comment(bo)).not.toBeEditable();
  });

  await test.step("the student tries alone", async () => {
    await bo.keyboard.press("ArrowLeft");
    await expect(words(bo)).toHaveText(/You are exploring on your own/);
    await click(bo, "G7");
    await expect(words(bo)).toHaveText("Only you can see this move.");
    await expect(nodes(bo)).toHaveCount(4);
    await expect(bo.locator(".variations .tried")).toHaveCount(1);
    await click(ada, "C7");
    await expect(nodes(bo)).toHaveCount(5);
    await expect(nodes(ada)).toHaveCount(4);
    await expect(stones(bo)).toHaveCount(2);
    await look(bo, "study-tries");
    await bo.getByRole("button", { name: "Follow Ada" }).click();
    await expect(stones(bo)).toHaveCount(3);
    await expect(words(bo)).toHaveText("You are following Ada.");
  });

  await test.step("another chapter, which the student follows to", async () => {
    await tab(ada, "Study");
    await ada.getByRole("button", { name: "Add a chapter" }).click();
    await ada.getByRole("dialog").getByLabel("Name").fill("Second");
    await ada.getByRole("button", { name: "Add", exact: true }).click();
    await expect(stones(ada)).toHaveCount(0);
    await expect(stones(bo)).toHaveCount(0);
    await tab(bo, "Study");
    await expect(bo.locator('.chapter[aria-current="true"]')).toContainText("Second");
    await look(ada, "study-chapters");
    await ada.getByRole("button", { name: "Edit Second" }).click();
    await ada.getByLabel("Chapter name").fill("The second one");
    await ada.getByRole("button", { name: "Save" }).click();
    await expect(bo.locator('.chapter[aria-current="true"]')).toContainText("The second one");
  });

  await test.step("they talk", async () => {
    await tab(ada, "Chat");
    await ada.getByPlaceholder("Say something").fill("Where next?");
    await ada.getByPlaceholder("Say something").press("Enter");
    await expect(bo.getByRole("tab", { name: /^Chat/ })).toContainText("1");
    await tab(bo, "Chat");
    await expect(bo.locator("div.lines")).toContainText("Where next?");
    await expect(bo.locator(".talk li")).toHaveCount(3); // two people and a line
    await look(ada, "study-talk");
  });

  await test.step("edits without a connection are sent when it is back", async () => {
    await server.kill();
    await tab(ada, "Moves");
    await expect(words(ada)).toContainText("Connection lost");
    await click(ada, "D4");
    await expect(words(ada)).toContainText("Your changes are sent when you are back");
    await server.start();
    await expect(stones(bo)).toHaveCount(1, { timeout: 30_000 });
    await expect(words(ada)).toHaveText(/You lead/);
  });

  await test.step("a reload keeps all", async () => {
    await ada.reload();
    await expect(nodes(ada)).toHaveCount(2);
    await tab(ada, "Study");
    await ada.getByRole("button", { name: /^1/ }).click();
    await tab(ada, "Moves");
    await expect(nodes(ada)).toHaveCount(4);
    await words(ada).click(); // the arrow keys move through tabs while one has the focus
    await ada.keyboard.press("ArrowRight");
    await ada.keyboard.press("ArrowRight");
    await expect(comment(ada)).toHaveValue("A corner first.");
    await expect(stones(bo)).toHaveCount(2);
  });

  await test.step("undo takes back the user's own last edit", async () => {
    await click(ada, "G3");
    await expect(stones(bo)).toHaveCount(3);
    await ada.getByRole("button", { name: "Undo" }).click();
    await expect(stones(bo)).toHaveCount(2);
  });

  await test.step("it is in the list, and deleting it removes it for all", async () => {
    const link = ada.url();
    await ada.goto("/studies");
    await expect(ada.getByRole("link", { name: /Corners, sides, middle/ })).toContainText("2 chapters");
    await look(ada, "studies");
    await ada.goto(link);
    // A third user's stream ends before it can say so.
    const cy = await (await browser.newContext({ baseURL: server.url })).newPage();
    await cy.routeWebSocket(/\/studies\//, (page) => {
      const line = page.connectToServer();
      line.onMessage((message) => (String(message).includes('"gone"') ? page.close() : page.send(message)));
    });
    await cy.goto(link);
    await expect(words(cy)).toHaveText("You are following Ada.");
    await tab(ada, "Study");
    await ada.getByText("Name, editors, delete").click();
    await look(ada, "study-settings");
    await ada.getByRole("button", { name: "Delete the study" }).click();
    await ada.getByRole("dialog").getByRole("button", { name: "Delete the study" }).click();
    for (const page of [bo, cy]) await expect(page.getByText("This study was deleted.")).toBeVisible();
    await expect(ada.getByText("A study is a board that several people see at once")).toBeVisible();
    await bo.reload();
    await expect(bo.getByRole("heading", { name: "Study not found" })).toBeVisible();
  });
});
