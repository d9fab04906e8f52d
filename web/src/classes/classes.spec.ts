// A class: a teacher makes it, three pupils join with a first name and do their tasks, and the teacher watches live.
import type { Browser, Page } from "@playwright/test";

import type { Class, LessonAnswer, Lessons, TrainingAnswer, TrainingProblem } from "../wire.ts";
import { look } from "../../e2e/look.ts";
import { expect, test, type Server } from "../../e2e/server.ts";
import { Person } from "../../e2e/sheet/person.ts";

// The test acts as the operator, who makes accounts.
test.use({ ownServer: true });

const names = ["Mia", "Noa", "Oto"];

/** A pupil who joins with the link. */
async function join(browser: Browser, server: Server, link: string, name: string): Promise<Person> {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel("Your first name").fill(name);
  if (name === names[0]) await look(page, "class-join");
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByText(`Hello ${name}!`)).toBeVisible();
  return new Person(page);
}

/** Makes a task in the teacher's dialog, which `fill` fills in. */
async function give(page: Page, kind: string, fill: () => Promise<void>): Promise<void> {
  await page.getByRole("button", { name: "Give a task" }).click();
  await page.getByRole("combobox", { name: "Type", exact: true }).selectOption({ label: kind });
  await fill();
  await page.getByRole("dialog").getByRole("button", { name: "Give a task" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** Completes a lesson, by asking for help and, at questions, trying the answers. */
async function learn(pupil: Person, lesson: string): Promise<void> {
  const { lessons } = (await (await pupil.page.request.get("/api/lessons")).json()) as Lessons;
  const steps = lessons.find((l) => l.id === lesson)?.steps.length ?? 0;
  for (let step = 1; step <= steps; step++) {
    const tried = (moves: string[], help: boolean) =>
      pupil.post<LessonAnswer>(`/api/lessons/${lesson}/${step}/try`, { moves, help });
    let moves: string[] = [];
    for (let verdict = ""; verdict !== "done";) {
      const { said, choices } = await tried(moves, true);
      for (const next of choices.length ? choices : [said?.move ?? ""]) {
        verdict = (await tried([...moves, next], false)).verdict;
        if (verdict === "wrong" || verdict === "illegal") continue;
        moves = [...moves, next];
        break;
      }
    }
  }
}

/** Solves the next problem of a set, with the answer shown to another user. */
async function solve(pupil: Person, helper: Person, collection: string): Promise<void> {
  const { key } = await pupil.post<TrainingProblem>("/api/training/next", {
    mode: "collection",
    collection,
    after: "",
  });
  const path = `/api/training/problems/${encodeURIComponent(key)}/try`;
  const { steps } = await helper.post<TrainingAnswer>(path, { moves: [], show: true });
  const line = steps.map((s) => s.move);
  for (let n = 1; n <= line.length; n += 2)
    if (
      (await pupil.post<TrainingAnswer>(path, { moves: line.slice(0, n), show: false })).verdict === "solved"
    )
      return;
}

test("a teacher and three pupils use a class", async ({ browser, server }) => {
  const teacher = await Person.guest(browser, server);
  await teacher.signIn(server, "Ms_Stone");
  const { page } = teacher;

  await test.step("the teacher makes the class", async () => {
    await page.goto("/classes");
    await expect(page.getByText("You have no classes yet.")).toBeVisible();
    await page.getByLabel("Class name").fill("Year 3");
    await page.getByRole("button", { name: "Create a class" }).click();
    await page.waitForURL(/\/class\//);
    await expect(page.getByText("No pupils yet.")).toBeVisible();
    await look(page, "class-new");
  });
  const id = page.url().split("/").at(-1) ?? "";
  const link = await page.getByLabel("Pupils join with this link:").inputValue();

  const pupils: Person[] = [];
  await test.step("three pupils join with a first name, and the teacher sees them arrive", async () => {
    for (const name of names) pupils.push(await join(browser, server, link, name));
    for (const name of names) await expect(page.getByRole("rowheader", { name })).toBeVisible();
    await expect(pupils[0]!.page.getByText("In this class: Mia, Noa and Oto")).toBeVisible();
    await look(pupils[0]!.page, "class-pupil-nothing");
  });
  const mia = pupils[0]!;
  const row = (name: string) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  const cell = (name: string, task: number) =>
    row(name)
      .getByRole("cell")
      .nth(task - 1);

  await test.step("a lesson is set and completed", async () => {
    await give(page, "A lesson", async () => {
      await page.getByRole("combobox", { name: "Lesson", exact: true }).selectOption("capturefive");
      await page.getByLabel(/^Due/).fill("2099-01-01T12:00");
      await look(page, "class-task-lesson");
      await page.getByLabel(/^Due/).fill("");
    });
    await expect(cell("Mia", 1)).toContainText("0/7");
    await mia.page.getByRole("link", { name: /^Start: Lesson/ }).click();
    await expect(mia.page).toHaveURL(/\/learn\/capturefive/);
    await learn(mia, "capturefive");
    await expect(cell("Mia", 1)).toContainText("✓ 7/7");
    await expect(cell("Noa", 1)).toContainText("0/7");
  });

  await test.step("problems are set, and one of two is solved", async () => {
    await give(page, "Life-and-death problems", async () => {
      await page.getByLabel("How many").fill("2");
      await look(page, "class-task-problems");
    });
    await mia.page.goto(`/class/${id}`);
    await mia.page.getByRole("link", { name: /^Start: 2 problems/ }).click();
    await expect(mia.page).toHaveURL(/\/train\?mode=collection&collection=class-2/);
    await expect(mia.page.getByText(/to play and (kill|live)/).first()).toBeVisible();
    await look(mia.page, "class-pupil-problem");
    await solve(mia, teacher, "class-2");
    await expect(cell("Mia", 2)).toContainText("1/2");
  });

  await test.step("games with each other are set; two pupils play, and one pauses", async () => {
    await give(page, "Games with each other", async () => {
      await page.getByRole("combobox", { name: /^Game/ }).selectOption("gomoku");
      await page.getByRole("combobox", { name: "Pairings" }).selectOption({ label: "I choose" });
      await look(page, "class-task-games");
    });
    await expect(cell("Oto", 3)).toContainText("sits out");
    await mia.page.goto(`/class/${id}`);
    await expect(mia.page.getByText("against Noa · It is your turn.")).toBeVisible();
    await look(mia.page, "class-pupil");
    await mia.page.getByRole("link", { name: /^Go to game/ }).click();
    await mia.page.waitForURL(/\/game\//);
    await expect(mia.page.getByRole("button", { name: /Resign|Call off/ })).toBeVisible();
    await look(mia.page, "class-game");
    const game = decodeURIComponent(mia.page.url().split("/").at(-1) ?? "");
    const noa = pupils[1]!;
    await noa.arrive();
    await mia.arrive();
    await mia.play(game, "E5");
    await noa.play(game, "C3");
    await noa.tell(game, { type: "resign" });
    await expect(cell("Mia", 3)).toContainText("won");
    await expect(cell("Noa", 3)).toContainText("lost");
    await mia.page.goto(`/game/${encodeURIComponent(game)}`);
    await expect(mia.page.getByRole("link", { name: "To class" })).toBeVisible();
    await expect(mia.page.getByRole("button", { name: "Rematch" })).toHaveCount(0);
    await mia.page.getByRole("link", { name: "To class" }).click();
    await expect(mia.page).toHaveURL(`/class/${id}`);
    await look(mia.page, "class-pupil-done");
  });

  await test.step("strangers see neither the game nor the class", async () => {
    const { rows } = (await (await page.request.get(`/api/classes/${id}`)).json()) as Class;
    const game = rows[0]?.cells[2]?.game ?? "";
    const stranger = await Person.guest(browser, server);
    await stranger.page.goto(`/game/${game}`);
    await expect(stranger.page.getByRole("heading", { name: "Game not found" })).toBeVisible();
    await stranger.page.goto(`/class/${id}`);
    await expect(stranger.page.getByRole("heading", { name: "Class not found" })).toBeVisible();
    await row("Mia").getByRole("link", { name: /^won/ }).click();
    await page.waitForURL(/\/game\/class-/);
    await expect(page.getByText("Mia").first()).toBeVisible();
    await page.goBack();
  });

  await test.step("the table, on the page and as a file", async () => {
    await look(page, "class-teacher");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download (CSV)" }).click();
    expect((await download).suggestedFilename()).toBe(`class-${id}.csv`);
  });

  await test.step("a pupil signs in on another device with a code", async () => {
    await page.getByRole("button", { name: "Edit Oto" }).click();
    await page.getByRole("button", { name: "Return code" }).click();
    const code = await page.getByRole("status").filter({ hasText: "-" }).innerText();
    await look(page, "class-pupil-code");
    await page.getByRole("button", { name: "Cancel" }).click();
    const other = await (await browser.newContext({ baseURL: server.url })).newPage();
    await other.goto(link);
    await other.getByText("I have been here before").click();
    await other.getByLabel("The code from your teacher").fill(code);
    await other.getByRole("button", { name: "Come back" }).click();
    await expect(other.getByText("Hello Oto!")).toBeVisible();
    await other.goto("/");
    await expect(other).toHaveURL(`/class/${id}`);
  });

  await test.step("a pupil is removed, and the class is deleted", async () => {
    await page.getByRole("button", { name: "Edit Noa" }).click();
    await page.getByRole("button", { name: "Remove Noa" }).click();
    await page.getByRole("button", { name: "Remove Noa" }).click();
    await expect(page.getByRole("rowheader", { name: "Noa" })).toHaveCount(0);
    await pupils[1]!.page.goto(`/class/${id}`);
    await expect(pupils[1]!.page.getByRole("heading", { name: "Class not found" })).toBeVisible();
    await page.getByRole("button", { name: "Delete class" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete class" }).click();
    await expect(page.getByText("You have no classes yet.")).toBeVisible();
  });
});
