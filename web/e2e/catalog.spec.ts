// Pages while the catalog, from which they know the games and their words, cannot be had.
import { expect, test } from "./server.ts";

const failure = {
  status: 500,
  contentType: "application/problem+json",
  body: '{"status":500,"detail":"No."}',
};

test("what needs no catalog is shown before it comes", async ({ page }) => {
  await page.route("**/api/catalog", () => {}); // never answered
  await page.goto("/learn");
  await expect(page.getByRole("heading", { name: "Capture Five", exact: true })).toBeVisible();
  await page.goto("/solve");
  await expect(page.getByRole("application")).toBeVisible();
});

test("without a catalog pages say what is missing, and none breaks", async ({ page }) => {
  const broken: string[] = [];
  page.on("pageerror", (e) => broken.push(e.message));
  await page.route("**/api/catalog", (route) => route.fulfill(failure));
  await page.goto("/solve");
  await expect(page.getByText("The boards cannot be shown now.")).toBeVisible();
  await page.goto("/analyse?board=grid:9");
  await page.getByRole("tab", { name: "About" }).click();
  await expect(page.getByText("The boards cannot be shown now.")).toBeVisible();
  await page.goto("/new");
  await expect(page.getByRole("alert")).toHaveText("No.");
  expect(broken).toEqual([]);
});

test("a page that began without the catalog gets its words later", async ({ page }) => {
  let asked = 0;
  await page.route("**/api/catalog", (route) => (asked++ ? route.continue() : route.fulfill(failure)));
  await page.goto("/learn");
  await expect.poll(() => asked).toBe(1);
  const words = page.getByRole("heading", { name: "The words of the game" });
  await expect(words).toBeVisible();
  await expect(page.getByText("Liberty", { exact: true }).first()).toBeVisible();
  expect(asked).toBe(2);
});

test("a game of Gomoku gets its letters with the catalog, however late that comes", async ({ page }) => {
  let answer = () => {};
  const wait = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/catalog", (route) => wait.then(() => route.continue()));
  await page.goto("/analyse?board=grid:15&rules=gomoku&moves=J8");
  const moves = page.getByRole("region", { name: "Moves and variations" });
  await expect(moves.getByRole("button").last()).toHaveText(/J8/);
  answer();
  await expect(moves.getByRole("button").last()).toHaveText(/I8/);
  await expect(page.locator("text.coordinate").getByText("I", { exact: true }).first()).toBeVisible();
});
