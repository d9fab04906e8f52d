// The page says everything in its own words: the server's names of games, boards, engines and rules, and its
// refusals, do not reach people. Otherwise a translated page would be half English.
import type { Page } from "@playwright/test";

import { expect, test } from "./server.ts";

/** What a server in another language could send in place of every text that the page has itself. */
const foreign = "⟦server⟧";
const titled = [
  "title",
  "text",
  "howToPlay",
  "name",
  "about",
  "gameTitle",
  "boardTitle",
  "rulesText",
  "detail",
  "hint",
  "why",
  "clockText",
  "classTitle",
];

/** Replaces the server's texts with foreign ones. Names of people and ids stay. */
function estranged(value: unknown, of = ""): unknown {
  if (Array.isArray(value)) return value.map((v) => estranged(v, of));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, v]) => [
      key,
      typeof v === "string" && v !== "" && titled.includes(key) && (key !== "name" || of === "courses")
        ? foreign
        : estranged(v, key),
    ]),
  );
}

async function estrange(page: Page): Promise<void> {
  await page.route(
    /\/api\/(account|boards|catalog|games|leaders|me|people|puzzles|training)\b/,
    async (route) => {
      if (route.request().resourceType() === "eventsource") return route.continue(); // the stream does not end
      const response = await route.fetch();
      const type = response.headers()["content-type"] ?? "";
      if (!type.includes("json")) return route.fulfill({ response });
      return route.fulfill({ response, json: estranged(await response.json()) });
    },
  );
  await page.routeWebSocket(/\/api\/games\/[^/]+\/(chat\/)?ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) =>
      socket.send(JSON.stringify(estranged(JSON.parse(message.toString()) as unknown))),
    );
  });
}

test("the page uses its own texts, not the server's", async ({ page, server }) => {
  await estrange(page);
  const foreigners = page.getByText(foreign);

  await test.step("games, boards and engines", async () => {
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Games" }).first()).toBeVisible();
    await expect(page.getByText("Surround more of the board than your opponent.")).toBeVisible();
    await expect(foreigners).toHaveCount(0);
    await page.goto("/new?board=torus:9x9&game=capturefive");
    await expect(page.getByText("Stones without an empty point")).toBeAttached();
    await expect(page.getByText("Torus 9×9").first()).toBeAttached();
    await expect(page.getByText("Diagonal rows win too.")).toHaveCount(0);
    await expect(foreigners).toHaveCount(0);
  });

  await test.step("a game and its rules, and a refusal", async () => {
    const made = await page.request.post(server.url + "/api/games", {
      data: { board: "grid:9", rules: "weiqi:komi=6.5,score=area", color: "black", opponent: "level:1" },
    });
    const { id } = (await made.json()) as { id: string };
    await page.goto("/game/" + id);
    await expect(page.getByRole("heading", { name: "Go on Grid 9×9" })).toBeAttached();
    await page.getByRole("tab", { name: "About" }).click();
    await expect(page.getByText("Area scoring, komi 6.5")).toBeVisible();
    await expect(foreigners).toHaveCount(0);
    await page.goto("/people/nobody");
    await expect(page.getByText('There is no player called "nobody".')).toBeVisible();
    await expect(foreigners).toHaveCount(0);
  });

  await test.step("courses", async () => {
    await page.goto("/train/courses");
    await expect(page.getByRole("link", { name: /First kills/ })).toBeVisible();
    await page.getByRole("link", { name: /First kills/ }).click();
    await page.getByRole("link", { name: /^Part 2/ }).click();
    await expect(page.getByText("First kills, part 2: 0 of")).toBeVisible();
    await expect(foreigners).toHaveCount(0);
  });
});

test("so do trainer, openings, clocks, chat and the bell", async ({ page, server }) => {
  await estrange(page);
  const foreigners = page.getByText(foreign);
  const words = page.locator("section.status .words");
  const make = async (game: Record<string, unknown>): Promise<string> => {
    const made = await page.request.post(server.url + "/api/games", {
      data: { board: "grid:15", rules: "gomoku", color: "black", opponent: "level:1", ...game },
    });
    return ((await made.json()) as { id: string }).id;
  };

  await test.step("a clock and an opening", async () => {
    await page.goto("/game/" + (await make({ rules: "gomoku:opening=swap2", clock: "byoyomi=10m+5x30s" })));
    await expect(page.getByText(/^Place three stones, black, white and black/).first()).toBeVisible();
    await page.getByRole("tab", { name: "About" }).click();
    await expect(page.getByText("Rapid: 10 minutes, then 5 periods of 30 seconds a move.")).toBeVisible();
    await expect(foreigners).toHaveCount(0);
  });

  await test.step("texts in other players' games, and in one's own finished game", async () => {
    const [ann, bob] = await Promise.all(
      [1, 2].map(async () => (await page.context().browser()!.newContext({ baseURL: server.url })).newPage()),
    );
    const open = async (): Promise<string> => {
      const made = await ann!.request.post("/api/games", {
        data: { board: "grid:9", rules: "weiqi", color: "black", opponent: "human" },
      });
      return "/game/" + ((await made.json()) as { id: string }).id;
    };
    const join = async (who: Page, path: string) => {
      await who.goto(path);
      await who.getByRole("button", { name: "Join as White" }).click();
      await who.getByRole("dialog").getByRole("button", { name: "Join as White" }).click();
      await expect(who.getByRole("tab", { name: /^Chat/ })).toBeVisible();
    };
    const theirs = await open();
    await join(bob!, theirs);
    await page.goto(theirs);
    await page.getByRole("tab", { name: /^Chat/ }).click();
    await expect(page.getByText("Please sign in to chat here.")).toBeVisible();
    await expect(foreigners).toHaveCount(0);

    const own = await open();
    await join(page, own);
    await page.goto("/learn");
    await ann!.goto(own);
    await ann!.getByRole("button", { name: "Call off" }).click();
    await ann!.getByRole("dialog").getByRole("button", { name: "Call it off" }).click();
    await page.getByRole("button", { name: /^Notifications/ }).click();
    await expect(
      page.getByText(/^(Unread:)?\s*Your game of Go on Grid 9×9 against .* is over\./),
    ).toBeVisible();
    await expect(foreigners).toHaveCount(0);
    for (const who of [ann!, bob!]) await who.context().close();
  });

  await test.step("problems", async () => {
    await page.goto("/train");
    await page.getByRole("button", { name: "Hint" }).click();
    await expect(words).toHaveText(/\.$/);
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByRole("button", { name: "Show the solution" }).click();
    await expect(words).toHaveText(/^The solution begins with/);
    await expect(foreigners).toHaveCount(0);
    await page.goto("/train/gomoku");
    await page.getByRole("button", { name: "Help" }).click();
    await expect(words).toHaveText(/^Play [A-O]\d+\.$/);
    await expect(foreigners).toHaveCount(0);
  });

  await test.step("leader boards, and an unavailable name", async () => {
    await page.goto("/leaders?pool=weiqi/solid/blitz");
    await expect(page.getByText(/^Go on boards in space, blitz\./)).toBeVisible();
    await expect(page.getByLabel("Boards")).toContainText("On other flat boards");
    await page.goto("/account");
    await page.getByRole("tab", { name: "Create an account" }).click();
    await page.getByLabel("Name", { exact: true }).fill("a b");
    await expect(page.locator("#name-check")).toHaveText(
      "A name cannot have spaces. Please use - or _ instead.",
    );
    await expect(foreigners).toHaveCount(0);
  });
});
