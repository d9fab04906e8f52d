// Courses: one is chosen, a problem of it is opened, helped with and solved, and ticked afterwards.
import { request, type APIRequestContext, type Page } from "@playwright/test";

import type { TrainingAnswer, TrainingProblem } from "../src/wire.ts";
import { look } from "./look.ts";
import { expect, test } from "./server.ts";

test("a course, from its card to a problem that is solved", async ({ page }) => {
  let problem: TrainingProblem | null = null;
  page.on("response", (response) => {
    const path = new URL(response.url()).pathname;
    if (path === "/api/training/next") void response.json().then((p: TrainingProblem) => (problem = p));
  });
  await page.goto("/train");
  await page.getByRole("link", { name: "Courses", exact: true }).click();
  await expect(page.getByRole("link", { name: /First kills/ })).toBeVisible();
  expect(await page.locator("main a.card").count()).toBeGreaterThan(9);
  await look(page, "courses");

  await page.getByRole("link", { name: /First kills/ }).click();
  await expect(page.getByRole("heading", { name: "First kills" })).toBeVisible();
  await page.getByRole("link", { name: /^Part 2/ }).click();
  await expect(page.getByText("First kills, part 2: 0 of")).toBeVisible();
  await page.getByRole("link", { name: /^Problem 3,/ }).click();
  const words = page.locator("section.status .words");
  await expect(page.getByText(/First kills, part 2: 3 of \d+/)).toBeVisible();

  await test.step("a hint, then the solution", async () => {
    await page.getByRole("button", { name: "Hint" }).click();
    await expect(words).toHaveText(problem!.hint);
    await look(page, "course-hint");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(words).toHaveText(/^The solution begins with/);
  });

  await test.step("the problem is marked as failed, and ticked once it is solved", async () => {
    await page.getByRole("link", { name: "First kills, part 2" }).click();
    problem = null;
    await page.getByRole("link", { name: /^Problem 3,.*failed$/ }).click();
    await expect.poll(() => problem).not.toBeNull();
    await solve(page, problem!.key);
    await page.goto("/train/courses");
    await expect(page.getByRole("link", { name: /First kills/ })).toContainText(/1 of \d+ problems solved/);
    await page.goBack();
    await page.getByRole("link", { name: "First kills, part 2" }).click();
    await expect(page.getByRole("link", { name: /^Problem 3,.*solved$/ })).toBeVisible();
    await look(page, "course");
  });
});

/** Tells the server the whole solution; that clicks reach it is tested with the trainer. */
async function solve(page: Page, key: string): Promise<void> {
  const path = `/api/training/problems/${encodeURIComponent(key)}/try`;
  // Somebody else, for whom nothing counts, asks for it.
  const other = await request.newContext({ baseURL: new URL(page.url()).origin });
  const tell = async (who: APIRequestContext, moves: readonly string[], show: boolean) =>
    (await (await who.post(path, { data: { moves, show } })).json()) as TrainingAnswer;
  const line = (await tell(other, [], true)).steps.map((s) => s.move);
  await other.dispose();
  for (let n = 1; n <= line.length; n += 2)
    if ((await tell(page.request, line.slice(0, n), false)).verdict === "solved") return;
  throw new Error(`${key} is not solved by ${line.join(" ")}`);
}
