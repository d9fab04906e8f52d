// Pages for frames of other sites, in a page of another site.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import type { Frame, Page } from "@playwright/test";

import type { Embed, OEmbed, PuzzleAnswer } from "../wire.ts";
import { look, picture } from "../../e2e/look.ts";
import { test as base, expect } from "../../e2e/server.ts";
import { Person } from "../../e2e/sheet/person.ts";

/** Another site: it answers every address with the page that a test has set. */
const test = base.extend<{ blog: { url: string; page: string } }>({
  blog: async ({ page }, use) => {
    const blog = { url: "", page: "" };
    const server = createServer((_, answer) => {
      answer.setHeader("content-type", "text/html; charset=utf-8");
      answer.end(`<!doctype html><html><body style="margin:0">${blog.page}</body></html>`);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    blog.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await use(blog);
    await page.close();
    server.close();
  },
});

const framed = (src: string, width = 480, height = 580): string =>
  `<iframe src="${src}" width="${width}" height="${height}" style="border:0"></iframe>`;

/** The frame of a page whose address has that prefix, when it exists. */
async function frameOf(page: Page, address: string): Promise<Frame> {
  await expect.poll(() => page.frames().some((f) => f.url().startsWith(address))).toBe(true);
  return page.frames().find((f) => f.url().startsWith(address))!;
}

/** Where a point of a plain grid is on its square canvas, as a share of its side. */
function placeOn({ coords }: NonNullable<Embed["board"]>, point: number): { x: number; y: number } {
  const [xs, ys] = [coords.map((c) => c[0]), coords.map((c) => c[1])];
  const middle = (v: number[]) => (Math.max(...v) + Math.min(...v)) / 2;
  const reach = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) / 2 + 0.75;
  const [x, y] = coords[point]!;
  return { x: 0.5 + (0.46 * (x - middle(xs))) / reach, y: 0.5 - (0.46 * (y - middle(ys))) / reach };
}

test("a visitor steps through a game in another site's page, and it continues live", async ({
  page,
  blog,
  server,
  browser,
}) => {
  const ada = await Person.guest(browser, server);
  const id = await ada.game("grid:9", "weiqi", { opponent: "anyone", name: "Ada" });
  const bo = await Person.guest(browser, server);
  await bo.tell(id, { type: "join", name: "Bo" } as never);
  for (const [who, move] of [
    [ada, "E5"],
    [bo, "C3"],
    [ada, "G7"],
  ] as const)
    await who.play(id, move);

  // The oEmbed link of its address leads to the frame.
  const source = await (await page.request.get(`${server.url}/game/${id}`)).text();
  const discovered = /type="application\/json\+oembed" href="([^"]+)"/
    .exec(source)![1]!
    .replaceAll("&amp;", "&");
  const answer = (await (await page.request.get(discovered)).json()) as OEmbed;
  expect(answer.title).toBe("Ada – Bo");
  blog.page = answer.html!;
  const bad: string[] = [];
  page.on("pageerror", (e) => bad.push(e.message));
  await page.context().clearCookies();
  await page.goto(blog.url);
  const frame = await frameOf(page, `${server.url}/embed/game/${id}`);
  const status = frame.getByRole("status");
  await expect(status).toHaveText("Move 3 of 3: G7");
  await expect(frame.getByRole("heading")).toHaveText("Ada – Bo");
  await frame.getByRole("button", { name: "Back" }).click();
  await expect(status).toHaveText("Move 2 of 3: C3");
  await page.keyboard.press("ArrowLeft");
  await expect(status).toHaveText("Move 1 of 3: E5");
  await page.keyboard.press("Home");
  await expect(status).toHaveText("Black to play");
  await expect(frame.getByRole("button", { name: "Back" })).toBeDisabled();
  await frame.getByRole("button", { name: "To the end" }).click();
  await expect(frame.getByText("Live", { exact: true })).toBeVisible();
  await picture(page, "embed-game");

  await bo.play(id, "D4");
  await expect(status).toHaveText("Move 4 of 4: D4");
  await page.keyboard.press("Home");
  await bo.tell(id, { type: "resign" });
  await expect(frame.getByText(/Black won by resignation/)).toBeVisible();
  await expect(frame.getByText("Live", { exact: true })).toBeHidden();
  await expect(status).toHaveText("Black to play");

  // It has no identity: no cookie, no storage, an opaque origin.
  expect(await frame.evaluate(() => self.origin)).toBe("null");
  expect(
    await frame.evaluate(() =>
      fetch("/api/me").then(
        () => "read",
        () => "refused",
      ),
    ),
  ).toBe("refused");
  expect((await page.context().cookies()).filter((c) => c.domain.includes("127.0.0.1"))).toEqual([]);
  expect(bad).toEqual([]);
  const link = frame.getByRole("link", { name: "Open in moyo" });
  expect(await link.evaluate((a: HTMLAnchorElement) => a.href)).toBe(`${server.url}/game/${id}`);
});

test("a visitor tries a puzzle in another site's page by pointer and by keyboard", async ({
  page,
  blog,
  server,
  browser,
}) => {
  const helper = await Person.guest(browser, server);
  const shown = (await (await page.request.get(`${server.url}/embed/puzzle.json`)).json()) as Embed;
  const id = shown.try.split("/")[3]!;
  const board = shown.board!;
  const moves: string[] = [];
  const hint = async () =>
    (await helper.post<PuzzleAnswer>(`/api/puzzles/${id}/try`, { moves, hint: true })).hint;

  blog.page = framed(`${server.url}/embed/puzzle?theme=dark`);
  await page.goto(blog.url);
  const frame = await frameOf(page, `${server.url}/embed/puzzle`);
  const [status, canvas] = [frame.getByRole("status"), frame.getByRole("application")];
  await expect(status).toHaveText(/^(Black|White) to play$/);
  await expect(frame.getByRole("heading")).toHaveText(/^A puzzle of /);
  const click = async (point: number) => {
    const box = (await canvas.boundingBox())!;
    const { x, y } = placeOn(board, point);
    await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
  };

  // A corner never wins, whatever the puzzle.
  await click([0, 14, 210, 224].find((p) => shown.stones[p] === ".")!);
  await expect(frame.locator(".status.wrong")).not.toBeEmpty();
  await picture(page, "embed-puzzle");
  await frame.getByRole("button", { name: "Start over" }).click();
  await expect(status).toHaveText(/^(Black|White) to play$/);

  for (let turn = 0; ; turn++) {
    const move = await hint();
    const point = board.names.indexOf(move);
    if (turn === 0) await click(point);
    else {
      await canvas.focus();
      await page.keyboard.press("ArrowUp"); // to the middle, first
      const [x, y] = [point % 15, Math.floor(point / 15)];
      for (let i = 7; i !== x; i += Math.sign(x - i))
        await page.keyboard.press(x < 7 ? "ArrowLeft" : "ArrowRight");
      for (let i = 7; i !== y; i += Math.sign(y - i))
        await page.keyboard.press(y < 7 ? "ArrowUp" : "ArrowDown");
      await expect(status).toHaveText(/: empty$/);
      await page.keyboard.press("Enter");
    }
    await expect(frame.locator(".status.right, .status.solved")).not.toBeEmpty();
    await expect(frame.getByText("…", { exact: true })).toBeHidden();
    const { reply, verdict } = (await (
      await page.request.get(`${server.url}${shown.try}?moves=${[...moves, move].join(".")}`)
    ).json()) as { reply: string; verdict: string };
    await expect(frame.locator(`.status.${verdict}`)).not.toBeEmpty();
    if (verdict === "solved") break;
    moves.push(move, reply);
  }
  await picture(page, "embed-solved");
});

test("no other page can be framed", async ({ page, blog, server, browser }) => {
  const ada = await Person.guest(browser, server);
  const id = await ada.game("grid:9", "weiqi", { opponent: "anyone", name: "Ada" });
  const hidden = await ada.game("grid:9", "weiqi", { name: "Ada", private: true });
  const others = ["/", "/new", `/game/${id}`, "/account", "/analyse", "/api/me", "/picture/site"];
  blog.page = [...others, `/embed/game/${hidden}`]
    .map((path) => framed(server.url + path, 200, 200))
    .join("");
  await page.goto(blog.url);
  const frame = await frameOf(page, `${server.url}/embed/game/${hidden}`);
  await expect(frame.getByText("There is nothing to show at that address.")).toBeVisible();
  const shown = () =>
    page
      .frames()
      .filter((f) => f !== page.mainFrame() && !f.url().startsWith("chrome-error:"))
      .map((f) => f.url());
  await expect.poll(shown).toEqual([frame.url()]);
});

test("solid boards can be rotated, and small frames show the board", async ({ page, blog, server }) => {
  const at = `${server.url}/embed/position?board=torus:13x9&moves=A1.C3.D4`;
  blog.page =
    framed(at, 340, 420) +
    framed(`${at}&theme=light`, 200, 200) +
    framed(`${server.url}/embed/position?board=grid:7x6&rules=connect4&moves=D1.D2`, 300, 330);
  await page.goto(blog.url);
  const frame = await frameOf(page, at);
  const canvas = frame.getByRole("img", { name: /^Board\. Move 3 of 3: D4/ });
  await expect(canvas).toBeVisible();
  const drawn = () => canvas.evaluate((c: HTMLCanvasElement) => c.toDataURL());
  const before = await drawn();
  await frame.getByRole("button", { name: "Turn left" }).click();
  const turned = await drawn();
  expect(turned).not.toBe(before);
  const box = (await canvas.boundingBox())!;
  await page.mouse.move(box.x + 100, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 120, { steps: 4 });
  await page.mouse.up();
  expect(await drawn()).not.toBe(turned);
  for (const f of page.frames().slice(1)) {
    const c = await f.locator("canvas").boundingBox();
    expect(c!.width).toBeGreaterThan(100);
    expect(await f.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
  }
  await picture(page, "embed-small");
});

test("pages show the code for embedding", async ({ page, server, browser }) => {
  const ada = await Person.guest(browser, server);
  const id = await ada.game("grid:9", "weiqi", { opponent: "anyone", name: "Ada" });
  const hidden = await ada.game("grid:9", "weiqi", { name: "Ada", private: true });
  const puzzle = (await (await page.request.get(`${server.url}/embed/puzzle.json`)).json()) as Embed;
  const problem = (await (await page.request.get(`${server.url}/embed/problem.json`)).json()) as Embed;
  for (const [path, frame, heading] of [
    [puzzle.link, puzzle.try.replace("/try", ""), /^A puzzle of /],
    [problem.link, problem.try.replace("/try", ""), "A Go problem"],
    ["/analyse?board=grid:5&rules=weiqi&moves=C3.D4", "/embed/position?", "A position"],
    [`/game/${id}`, `/embed/game/${id}`, "Ada – anyone"],
  ] as const) {
    await page.goto(path);
    if (path.startsWith("/game")) await page.getByRole("tab", { name: "About" }).click();
    if (path.startsWith("/analyse")) await page.getByRole("tab", { name: "About" }).click();
    await page.getByRole("button", { name: "Embed" }).click();
    const html = page.getByLabel("HTML for another page");
    await expect(html).toHaveValue(new RegExp(`^<iframe src="${server.url}${frame.replaceAll("?", "\\?")}`));
    await expect(page.frameLocator("dialog iframe").getByRole("heading")).toHaveText(heading);
    const picture = await page.request.get(await page.getByLabel("Picture address").inputValue());
    expect(picture.headers()["content-type"]).toBe("image/png");
    await page.getByRole("radio", { name: "Dark" }).check();
    await expect(html).toHaveValue(/theme=dark"/);
    await expect(page.frameLocator("dialog iframe").locator("html[data-theme=dark]")).toHaveCount(1);
    // A problem's code differs from a puzzle's only in its frame.
    if (path !== problem.link) await look(page, `embed-${frame.split("/")[2]}`.replace("?", ""));
    // A narrow window may briefly have another drawer.
    await page
      .locator("dialog", { has: page.locator("iframe") })
      .getByRole("button", { name: "Close" })
      .click();
  }
  const owner = ada.page;
  await owner.goto(`/game/${hidden}`);
  await owner.getByRole("tab", { name: "About" }).click();
  await expect(owner.getByText("anyone with the link can watch")).toBeVisible();
  await expect(owner.getByRole("button", { name: "Embed" })).toBeHidden();
});
