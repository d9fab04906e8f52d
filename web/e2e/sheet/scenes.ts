// Every page of moyo in every state, in the order of the contact sheet. A function prepares each; all steps before it
// use the API, so states stay when pages change.
import { existsSync, readdirSync } from "node:fs";

import type { Page } from "@playwright/test";

import "../../src/board/inspect.ts";
import type { Board } from "../../src/wire.ts";
import { signUpByPassword } from "../account.ts";
import { chooseFile, torusOBJ } from "../player.ts";
import { expect } from "../server.ts";
import { type Person, playOut } from "./person.ts";
import type { Scene, Stage } from "./scene.ts";

/** The scenes that features declare beside their pages. */
const src = new URL("../../src/", import.meta.url);
const featured = (
  await Promise.all(
    readdirSync(src)
      .map((folder) => new URL(`${folder}/scenes.ts`, src))
      .filter((file) => existsSync(file))
      .map((file) => import(file.href) as Promise<{ scenes: readonly Scene[] }>),
  )
).flatMap(({ scenes }) => scenes);

const longName = "Maximiliane_Hohenzol";
const nineMoves = "E5 E3 C4 G4 D3 E4 D5 G6 F7 G7 F8 D2 C2 H8 F3 F4 G3 F2 G2 H4 F6 G5";
const nineteenMoves =
  "Q16 D4 Q4 D16 F17 C14 D18 C17 K17 R14 O16 S16 R6 F3 O3 K4 C6 F5 C10 C12 R10 P13 M15 H17 G16 J16 J17 H16";
const rowMoves = "H8 J9 H10 H9 J10 G10 K11 L12 J8 J11 G8 K8 G9 F8";
const dropMoves = "D1 D2 C1 E1 E2 C2 D3 D4 B1 F1 F2 G1 C3 E3";

/** A game between two players after the moves; returns its id. */
async function between(
  { me, guest }: Stage,
  board: string,
  rules: string,
  moves: string,
  wish: Parameters<Person["game"]>[2] = {},
): Promise<{ game: string; other: Person }> {
  await me.arrive();
  const other = await guest();
  const game = await me.game(board, rules, { name: "Ada", ...wish });
  await other.tell(game, { type: "join", color: "", name: "Bo" });
  await playOut(game, [me, other], moves);
  return { game, other };
}

async function pointNames(page: Page, board: string): Promise<readonly string[]> {
  return ((await (await page.request.get("/api/boards?spec=" + board)).json()) as Board).names;
}

/** Opens an address and waits for the board there. */
async function withBoard(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator(".moyo-board [role=application]").first()).toBeVisible();
}

/** Clicks on a point of the board, which shows a mark there. */
async function clickPoint(page: Page, point: number): Promise<void> {
  const place = await page.locator(".moyo-board:has([role=application])").evaluate((board, p) => {
    const at = (board as HTMLElement).moyoBoard!.placeOf(p);
    const stage = board.querySelector('[role="application"]')!.getBoundingClientRect();
    return { x: stage.x + at.x, y: stage.y + at.y };
  }, point);
  await page.mouse.click(place.x, place.y);
}

/** A rengo game of four against four, with the user of the page first; `taken` places are taken. */
async function rengo({ me, guest }: Stage, taken: 3 | 8, moves: string): Promise<string> {
  await me.arrive();
  const names = ["Ada", longName, "Cy", "Di", "Eve", "Flo", longName, "Hal"];
  const game = await me.game("grid:9", "weiqi", { name: "Ada", partners: 4, clock: "fischer=5m+3s" });
  const others: Person[] = [];
  for (const name of names.slice(1, taken)) {
    const other = await guest();
    await other.tell(game, { type: "join", color: "", name });
    others.push(other);
  }
  const order = [me, ...others]; // players take places in the order of play
  for (const [i, move] of moves.split(" ").filter(Boolean).entries()) await order[i % 8]!.play(game, move);
  return game;
}

/** Both pass, and the search for dead stones is over. */
async function counted(stage: Stage): Promise<{ game: string; other: Person }> {
  const both = await between(stage, "grid:9", "weiqi", nineMoves + " pass pass");
  await expect.poll(async () => (await stage.me.see(both.game)).state.score !== null).toBe(true);
  return both;
}

/** Two players with accounts who have played each other before. */
async function met({ me, server, guest }: Stage): Promise<Person> {
  await me.arrive();
  await me.signIn(server, "Ada");
  const other = await guest();
  await other.signIn(server, longName);
  for (const [rules, moves] of [
    ["weiqi", nineMoves],
    ["weiqi", "C3 G7 C7 G3"],
    ["gomoku", "E5 D4 F5 D6"],
  ] as const) {
    const game = await me.game("grid:9", rules, { opponent: "player", to: longName });
    await other.tell(game, { type: "join", color: "", name: "" });
    await playOut(game, [me, other], moves);
    await (rules === "weiqi" ? other : me).tell(game, { type: "resign" });
  }
  return other;
}

/** Two players chat in a game. */
async function talk(stage: Stage): Promise<string> {
  const { me, other, game } = { me: stage.me, ...(await between(stage, "grid:9", "weiqi", nineMoves)) };
  const say = (who: Person, text: string) =>
    who.page.evaluate(
      ([id, words]) =>
        new Promise<void>((resolve) => {
          const line = new WebSocket(`${location.origin.replace("http", "ws")}/api/games/${id}/chat/ws`);
          line.onopen = () => line.send('{"type":"hello"}');
          line.onmessage = (e: MessageEvent<string>) => {
            const { type } = JSON.parse(e.data) as { type: string };
            if (type === "rooms")
              line.send(JSON.stringify({ type: "say", id: words, room: "players", text: words }));
            if (type === "said" || type === "error") resolve();
          };
        }),
      [game, text] as const,
    );
  await say(me, "Hello! Have a good game.");
  await say(other, "You too. I have not played on such a small board for years, so be kind to me.");
  await say(me, "頑張って!");
  await stage.page.goto(`/game/${game}`);
  await stage.page.getByRole("tab", { name: /^Chat/ }).click();
  await expect(stage.page.getByText("Hello! Have a good game.").first()).toBeVisible();
  return game;
}

/** The server's answer to a problem is on the page. */
const trainee = async (page: Page, address: string): Promise<void> => {
  await withBoard(page, address);
  await expect(page.locator("section.status .line")).toHaveText(/to play and (live|kill)/);
};

export const scenes: readonly Scene[] = [
  {
    name: "home-empty",
    show: ({ page }) => page.goto("/"),
  },
  {
    name: "home-games",
    show: async (stage) => {
      const { page, me, guest } = stage;
      await between(stage, "grid:9", "weiqi", nineMoves, { opponent: "anyone" });
      const ended = await between(stage, "grid:15", "gomoku", rowMoves, { opponent: "anyone" });
      await me.tell(ended.game, { type: "resign" });
      for (const board of ["torus:9x9", "grid:19"])
        await (await guest()).game(board, "weiqi", { opponent: "anyone", name: longName, color: "white" });
      const busy = await guest();
      const game = await busy.game("grid:9", "weiqi", { opponent: "level:1", name: "Cy" });
      for (const move of ["E5", "C3", "G7"]) await busy.play(game, move).catch(() => undefined);
      await page.goto("/");
    },
  },
  { name: "new-game", show: ({ page }) => page.goto("/new") },
  { name: "new-solid", show: ({ page }) => page.goto("/new?board=geodesic:3") },
  { name: "new-gomoku", show: ({ page }) => page.goto("/new?board=grid:15&game=gomoku") },
  { name: "new-error", show: ({ page }) => page.goto("/new?board=tours:9x9") },
  {
    name: "game-flat",
    show: async (stage) =>
      withBoard(stage.page, "/game/" + (await between(stage, "grid:9", "weiqi", nineMoves)).game),
  },
  {
    name: "game-19",
    show: async (stage) =>
      withBoard(
        stage.page,
        "/game/" +
          (await between(stage, "grid:19", "weiqi", nineteenMoves, { clock: "byoyomi=10m+3x30s" })).game,
      ),
  },
  {
    name: "game-computer",
    show: async ({ page, me }) => {
      await me.arrive();
      const game = await me.game("grid:9", "weiqi", { opponent: "level:1" });
      for (const move of ["E5", "C4", "G6"]) await me.play(game, move).catch(() => undefined);
      await withBoard(page, "/game/" + game);
    },
  },
  {
    name: "game-rows",
    show: async (stage) =>
      withBoard(stage.page, "/game/" + (await between(stage, "grid:15", "gomoku", rowMoves)).game),
  },
  {
    name: "game-endless",
    show: async (stage) => {
      const names = await pointNames(stage.page, "grid:99");
      const moves = [0, 100, -98, 1, 99, 102].map((from) => names[49 * 99 + 49 + from]).join(" ");
      await withBoard(stage.page, "/game/" + (await between(stage, "grid:99", "gomoku", moves)).game);
    },
  },
  {
    name: "game-drop",
    show: async (stage) =>
      withBoard(stage.page, "/game/" + (await between(stage, "grid:7x6", "connect4", dropMoves)).game),
  },
  {
    name: "game-torus",
    show: async (stage) =>
      withBoard(
        stage.page,
        "/game/" + (await between(stage, "torus:9x9", "weiqi", nineMoves.replace(/ \S+ \S+$/, ""))).game,
      ),
  },
  {
    name: "game-cube",
    show: async (stage) => {
      const { me, guest, page } = stage;
      await me.arrive();
      const other = await guest();
      const game = await me.game("cube:5", "weiqi", { name: "Ada" });
      await other.tell(game, { type: "join", color: "", name: "Bo" });
      const names = await pointNames(page, "cube:5");
      for (let i = 0; i < 24; i++) await (i % 2 ? other : me).play(game, names[(i * 37) % names.length]!);
      await withBoard(page, "/game/" + game);
    },
  },
  {
    name: "game-waiting",
    show: async ({ page, me }) => {
      await me.arrive();
      await withBoard(page, "/game/" + (await me.game("grid:9", "weiqi")));
    },
  },
  {
    name: "game-invited",
    show: async ({ page, guest }) =>
      withBoard(page, "/game/" + (await (await guest()).game("grid:9", "weiqi", { name: longName }))),
  },
  {
    name: "game-long-name",
    show: async (stage) => {
      const { me, server, guest, page } = stage;
      await me.arrive();
      await me.signIn(server, longName);
      const other = await guest();
      await other.signIn(server, "Wilhelmine_Zahringen");
      const game = await me.game("grid:9", "weiqi", {
        opponent: "anyone",
        color: "random",
        clock: "fischer=5m+5s",
        rated: true,
      });
      await other.tell(game, { type: "join", color: "", name: "" });
      await playOut(game, (await me.see(game)).you === "black" ? [me, other] : [other, me], nineMoves);
      await withBoard(page, "/game/" + game);
    },
  },
  {
    name: "game-watching",
    show: async ({ page, guest }) => {
      const [ada, bo] = [await guest(), await guest()];
      const game = await ada.game("grid:9", "weiqi", { opponent: "anyone", name: "Ada" });
      await bo.tell(game, { type: "join", color: "", name: "Bo" });
      await playOut(game, [ada, bo], nineMoves);
      await withBoard(page, "/game/" + game);
    },
  },
  {
    name: "game-error",
    show: async (stage) => {
      await withBoard(stage.page, "/game/" + (await between(stage, "grid:9", "weiqi", nineMoves)).game);
      await clickPoint(stage.page, 40); // the middle has a stone
    },
  },
  {
    name: "game-chat",
    show: talk,
  },
  {
    name: "game-rengo",
    show: async (stage) => withBoard(stage.page, "/game/" + (await rengo(stage, 8, "E5 E3 C4 G4 D3 E4"))),
  },
  {
    name: "game-rengo-waiting",
    show: async (stage) => withBoard(stage.page, "/game/" + (await rengo(stage, 3, ""))),
  },
  {
    name: "game-asked",
    show: async (stage) => {
      const { game, other } = await between(stage, "grid:15", "gomoku", rowMoves);
      await other.tell(game, { type: "draw" });
      await withBoard(stage.page, "/game/" + game);
    },
  },
  {
    name: "game-scoring",
    show: async (stage) => withBoard(stage.page, "/game/" + (await counted(stage)).game),
  },
  {
    name: "game-finished",
    show: async (stage) => {
      const { game, other } = await counted(stage);
      for (const who of [stage.me, other]) await who.tell(game, { type: "accept", version: 0 });
      await withBoard(stage.page, "/game/" + game);
    },
  },
  {
    name: "game-resigned",
    show: async (stage) => {
      const { game, other } = await between(stage, "grid:15", "gomoku", rowMoves);
      await other.tell(game, { type: "resign" });
      await withBoard(stage.page, "/game/" + game);
    },
  },
  { name: "learn-lessons", show: ({ page }) => page.goto("/learn") },
  { name: "learn-word", show: ({ page }) => page.goto("/learn#ko") },
  { name: "learn-first", show: ({ page }) => page.goto("/learn/capturefive") },
  { name: "learn-middle", show: ({ page }) => page.goto("/learn/capturefive#5") },
  { name: "train-problem", show: ({ page }) => trainee(page, "/train") },
  {
    name: "train-hint",
    show: async ({ page }) => {
      await trainee(page, "/train");
      await page.getByRole("button", { name: "Hint" }).click();
    },
  },
  { name: "train-review-empty", show: ({ page }) => page.goto("/train?mode=review") },
  { name: "train-courses", show: ({ page }) => page.goto("/train/courses") },
  {
    name: "train-course",
    show: async ({ page }) => {
      await page.goto("/train/courses");
      await page.getByRole("link", { name: /First kills/ }).click();
      await expect(page.getByRole("heading", { name: "First kills" })).toBeVisible();
    },
  },
  { name: "train-collections", show: ({ page }) => page.goto("/train/collections") },
  {
    name: "train-import",
    show: async ({ page, me }) => {
      await me.arrive();
      const file = { name: "kill.sgf", text: "(;GM[1]SZ[9]AB[aa][ba][bb]AW[ca][cb][bc][ac]PL[W]MA[ba])" };
      await me.post("/api/training/collections", { title: longName + " and friends", files: [file] });
      await page.goto("/train/collections");
      await page.getByRole("heading", { name: "Your own" }).scrollIntoViewIfNeeded();
    },
  },
  { name: "train-exam", show: ({ page }) => page.goto("/train/exam") },
  {
    name: "train-exam-running",
    show: async ({ page, me }) => {
      await me.arrive();
      await me.post("/api/training/exams", { from: "30k", to: "1d", problems: 5, minutes: 10 });
      await withBoard(page, "/train?mode=exam");
    },
  },
  {
    name: "train-exam-ended",
    show: async ({ page, me }) => {
      await me.arrive();
      await me.post("/api/training/exams", { from: "30k", to: "1d", problems: 5, minutes: 10 });
      await me.post("/api/training/exams/end", {});
      await page.goto("/train/exam");
    },
  },
  { name: "train-statistics-empty", show: ({ page }) => page.goto("/train/statistics") },
  {
    name: "train-statistics",
    show: async ({ page, me, guest }) => {
      await me.arrive();
      const helper = await guest();
      for (const solve of [true, true, false, true, true, false, true]) await me.train(helper, solve);
      await page.goto("/train/statistics");
    },
  },
  { name: "train-gomoku", show: ({ page }) => withBoard(page, "/train/gomoku") },
  { name: "solve-first", show: ({ page }) => withBoard(page, "/solve") },
  {
    name: "solve-empty",
    show: async ({ page }) => {
      await withBoard(page, "/solve");
      await page.getByRole("button", { name: "Begin" }).click();
    },
  },
  {
    name: "solve-drawn",
    show: async ({ page }) => {
      await withBoard(page, "/solve");
      await page.getByRole("button", { name: "Show an example" }).click();
    },
  },
  {
    name: "solve-solved",
    show: async ({ page }) => {
      await withBoard(page, "/solve");
      await page.getByRole("button", { name: "Show an example" }).click();
      await page.getByRole("button", { name: "Solve", exact: true }).click();
      await expect(page.getByText(/White succeeds/).first()).toBeVisible();
    },
  },
  { name: "solve-error", show: ({ page }) => page.goto("/solve#b=grid:9&s=nonsense") },
  {
    name: "analyse-go",
    show: async ({ page }) => {
      await withBoard(page, `/analyse?board=grid:9&rules=weiqi&moves=${nineMoves.replaceAll(" ", ".")}`);
      await expect(page.locator(".mark.best")).toHaveCount(1);
    },
  },
  {
    name: "analyse-rows",
    show: async ({ page }) => {
      await withBoard(page, "/analyse?board=grid:15&rules=gomoku&moves=H8.G9.J9.H10.J10.J8.K9");
      await expect(page.locator(".mark.best")).toHaveCount(1);
    },
  },
  { name: "analyse-empty", show: ({ page }) => withBoard(page, "/analyse") },
  { name: "account-sign-in", show: ({ page }) => page.goto("/account") },
  {
    name: "account-sign-up",
    show: async ({ page }) => {
      await page.goto("/account");
      await page.getByRole("tab", { name: "Create an account" }).click();
      await page.getByLabel("Name", { exact: true }).fill("Admin");
      await expect(page.locator("#name-check")).toContainText(/not|name/i);
    },
  },
  {
    name: "account-own",
    show: async ({ page }) => {
      await signUpByPassword(page, longName);
      await page.goto("/account");
    },
  },
  {
    name: "account-programs",
    show: async ({ page }) => {
      await signUpByPassword(page, "Robo");
      await page.goto("/account");
      await page.getByLabel("Token name").fill("GNU Go");
      await page.getByRole("button", { name: "Create a token" }).click();
      await expect(page.getByLabel("Your new token")).toBeVisible();
    },
  },
  { name: "account-code", show: ({ page }) => page.goto("/redeem") },
  {
    name: "people-own",
    show: async (stage) => {
      await met(stage);
      await stage.page.goto("/people/Ada");
    },
  },
  {
    name: "people-other",
    show: async (stage) => {
      await met(stage);
      await stage.page.goto("/people/" + longName);
    },
  },
  {
    name: "people-new",
    show: async ({ page, server }) => {
      server.admin("create", longName, "--role", "player", "--json");
      await page.goto("/people/" + longName);
    },
  },
  { name: "people-nobody", show: ({ page }) => page.goto("/people/Nobody%20at%20all") },
  { name: "people-leaders", show: ({ page }) => page.goto("/leaders") },
  { name: "history-empty", show: ({ page }) => page.goto("/history") },
  {
    name: "history-games",
    show: async (stage) => {
      await met(stage);
      await stage.page.goto("/history");
    },
  },
  { name: "boards-import", show: ({ page }) => page.goto("/boards/import") },
  {
    name: "boards-torus",
    show: async ({ page }) => {
      await page.goto("/boards/import");
      await chooseFile(page, "ring.obj", torusOBJ(12, 8));
      await expect(page.getByRole("application")).toBeVisible();
    },
  },
  {
    name: "boards-error",
    show: async ({ page }) => {
      await page.goto("/boards/import");
      await chooseFile(page, "broken.obj", "v 0 0 0\nl 1 7\n");
    },
  },
  {
    name: "moderate-empty",
    show: async ({ page, me, server }) => {
      await me.arrive();
      await me.signIn(server, "Mo", "moderator");
      await page.goto("/moderate");
    },
  },
  {
    name: "moderate-case",
    show: async (stage) => {
      const { me, server, page, guest } = stage;
      await me.arrive();
      await me.signIn(server, "Mo", "moderator");
      const other = await guest();
      await other.signIn(server, "Ann");
      server.admin("create", longName, "--role", "player", "--json");
      await other.post("/api/reports", {
        kind: "player",
        name: longName,
        reason: "name",
        text: "Much too long!",
      });
      await page.goto("/moderate");
      await page.getByRole("button", { name: "View report" }).click();
    },
  },
  ...featured,
  {
    name: "embed-dialog",
    show: async ({ page }) => {
      await withBoard(page, "/train/gomoku?problem=vcf-caro8-13-1");
      await page.getByRole("button", { name: "Embed" }).click();
      await expect(page.frameLocator("dialog iframe").getByRole("heading")).toBeVisible();
    },
  },
  {
    name: "embed-game",
    show: async (stage) => {
      const { game } = await between(stage, "grid:9", "weiqi", nineMoves, { opponent: "anyone" });
      await stage.page.goto("/embed/game/" + game);
    },
  },
  { name: "embed-puzzle", show: ({ page }) => page.goto("/embed/puzzle/vcf-caro8-13-1") },
  {
    name: "embed-space",
    show: ({ page }) => page.goto("/embed/position?board=torus:13x9&moves=A1.C3.D4.E5"),
  },
  { name: "embed-none", show: ({ page }) => page.goto("/embed/game/nosuchgame") },
  { name: "other-missing", show: ({ page }) => page.goto("/nosuch") },
  { name: "other-no-game", show: ({ page }) => page.goto("/game/nosuchgame") },
  {
    name: "other-offline",
    show: async (stage) => {
      await withBoard(stage.page, "/game/" + (await between(stage, "grid:9", "weiqi", nineMoves)).game);
      await stage.page.context().setOffline(true);
      await expect(stage.page.getByText(/network|offline/i).first()).toBeVisible();
    },
  },
  {
    name: "other-settings",
    show: async ({ page }) => {
      await page.goto("/learn");
      await page.getByRole("button", { name: "Settings" }).click();
    },
  },
];
