// Life and death: five problems with right and wrong moves, failed ones, an exam, imported collections, courses, and
// statistics; and puzzles of Gomoku.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { request, type APIRequestContext, type Page } from "@playwright/test";

import type { TrainingAnswer, TrainingProblem } from "../wire.ts";
import { look } from "../../e2e/look.ts";
import { clickPoint, middlemost } from "../../e2e/places.ts";
import { expect, test } from "../../e2e/server.ts";

// Each test visits several screens, one after the other.
test.setTimeout(300_000);

/** A user of the trainer: they know what the server sent to their page. */
class Trainee {
  readonly page: Page;
  problem: TrainingProblem | null = null;
  answer: TrainingAnswer | null = null;
  givenUp = 0;

  constructor(page: Page) {
    this.page = page;
    page.on("response", (response) => {
      const path = new URL(response.url()).pathname;
      if (!response.ok()) return;
      if (path === "/api/training/next" || /problems\/[^/]+$/.test(path))
        void response.json().then((p: TrainingProblem) => ([this.problem, this.answer] = [p, null]));
      if (path.endsWith("/try")) void response.json().then((a: TrainingAnswer) => (this.answer = a));
    });
  }

  get line() {
    return this.page.locator("section.status .line");
  }

  get words() {
    return this.page.locator("section.status .words");
  }

  button(name: string) {
    return this.page.getByRole("button", { name, exact: true });
  }

  /** Waits until the page shows a problem. */
  async arrived(): Promise<TrainingProblem> {
    await expect(this.line).toHaveText(/^(Black|White) to play and (live|kill)$/);
    await expect.poll(() => this.problem).not.toBeNull();
    return this.problem!;
  }

  /** Expects a number of drawn stones on a flat board; on a solid one they are not elements. */
  async shows(stones: string): Promise<void> {
    if (await this.page.locator(".moyo-board canvas").count()) return;
    const count = [...stones].filter((c) => c !== ".").length;
    await expect(this.page.locator("svg circle.stone")).toHaveCount(count);
  }

  /** Gives up each problem on a solid board, whose far side no click reaches; it returns when all have been tried. */
  async staysFlat(): Promise<void> {
    await this.page.route("**/api/training/next", async (route) => {
      for (;;) {
        const response = await route.fetch();
        const problem = (await response.json()) as Partial<TrainingProblem>;
        if (!response.ok() || problem.board?.startsWith("grid:")) return route.fulfill({ response });
        const path = `/api/training/problems/${encodeURIComponent(problem.key ?? "")}/try`;
        const given = await this.page.request.post(path, { data: { moves: [], show: true } });
        expect(given.ok()).toBe(true);
        this.givenUp++;
      }
    });
  }

  /** Clicks on the most visible one of the points. */
  async clickOneOf(points: readonly number[]): Promise<void> {
    await clickPoint(this.page, await middlemost(this.page, points));
  }

  /** The points of the problem that satisfy a condition. */
  points(is: (stone: string, point: number) => boolean): number[] {
    return [...this.problem!.stones].flatMap((stone, p) => (is(stone, p) ? [p] : []));
  }

  /** The playable points: at first, or in a given position. */
  open({ stones, forbidden }: Pick<TrainingProblem, "stones" | "forbidden"> = this.problem!): number[] {
    const { region } = this.problem!;
    return region.filter((p) => stones[p] === "." && !forbidden.some((f) => f.point === p));
  }

  /** Plays a legal move, and waits for the answer. */
  async tryMove(point: number): Promise<TrainingAnswer> {
    this.answer = null;
    await expect(this.button("Pass: no move is needed")).toBeEnabled(); // until then moves are being played, and clicks are ignored
    await clickPoint(this.page, point);
    await expect.poll(() => this.answer).not.toBeNull();
    return this.answer!;
  }

  /** Plays the first legal move, and continues while it is correct, until the problem has counted. */
  async finish(): Promise<void> {
    for (let points = this.open(); ;) {
      const [point] = points;
      if (point === undefined) throw new Error("nothing is left to play");
      const { counted, verdict, steps, forbidden } = await this.tryMove(point);
      if (counted) return;
      if (verdict === "right") {
        await expect(this.words).toHaveText(/^Right\./);
        points = this.open({ stones: steps.at(-1)!.stones, forbidden });
      } else points = points.slice(1); // nothing is known about that move
    }
  }

  /** Tries the first moves until one is wrong, or correct if requested; takes wrong ones back. */
  async findMove(wanted: "right" | "wrong"): Promise<TrainingAnswer> {
    for (const point of this.open()) {
      const answer = await this.tryMove(point);
      const good = answer.verdict === "right" || answer.verdict === "solved";
      if (good === (wanted === "right")) return answer;
      await expect(this.button("Try again")).toBeEnabled();
      await this.button("Try again").click();
      await expect(this.line).toHaveText(/to play and/);
      if (good) return this.findWrongAfter(point);
    }
    throw new Error(`no ${wanted} move`);
  }

  private async findWrongAfter(right: number): Promise<TrainingAnswer> {
    for (const point of this.open().filter((p) => p > right)) {
      const answer = await this.tryMove(point);
      if (answer.verdict === "wrong") return answer;
      await this.button("Try again").click();
    }
    throw new Error("no wrong move after the right one");
  }
}

test("a rated problem shows its cost, and a puzzle is solved with a hint", async ({ page }) => {
  const ada = new Trainee(page);
  await ada.staysFlat();
  await page.goto("/");
  await page.getByRole("link", { name: "Train" }).click();
  const problem = await ada.arrived();
  await look(page, "training");
  await ada.clickOneOf(ada.points((stone) => stone !== "."));
  await expect(ada.words).toHaveText("There is already a stone on that point.");
  // In a close-up of the board, its other end is out of view.
  await ada.clickOneOf(ada.points((stone, p) => stone === "." && !problem.region.includes(p)));
  await expect(ada.words).toHaveText(/play in the tinted area/);
  ada.problem = null;
  await page.reload();
  expect((await ada.arrived()).key).toBe(problem.key);

  await test.step("the cost of seeing the solution is shown first, and no error remains", async () => {
    const again =
      ada.givenUp === 0 ? "Problems you fail come back here." : /^The next one is due in \d+ minutes\.$/;
    await expect(page.getByText(again)).toBeVisible();
    await ada.button("Hint").click();
    await expect(ada.words).toHaveText(problem.hint);

    const price = Math.round(problem.cost);
    expect(price).toBeGreaterThan(9);
    const dialog = page.getByRole("dialog");
    await ada.button("Show").click();
    await expect(dialog).toContainText(`you lose ${price} rating points`);
    await look(page, "training-price");
    await dialog.getByRole("button", { name: "No, continue" }).click();
    expect(ada.answer).toBeNull();
    await ada.button("Show").click();
    await dialog.getByRole("button", { name: "Show the solution" }).click();
    await expect(ada.words).toHaveText(/^The solution begins with/);
    await expect(page.locator("section.status .bad")).toHaveCount(0);
    await expect(page.locator(".change")).toHaveText(`−${price}`);
    await expect(page.getByText(/^The next one is due in \d+ minutes\.$/)).toBeVisible();

    await test.step("after it has counted, seeing it again costs nothing", async () => {
      await ada.button("Try again").click();
      await ada.button("Show").click();
      await expect(ada.words).toHaveText(/^The solution begins with/);
    });
  });

  await test.step("a puzzle of Gomoku is solved with a hint, after a wrong move", async () => {
    await page.getByRole("link", { name: "Gomoku" }).click();
    const line = page.locator("section.status .line");
    const words = page.locator("section.status .words");
    await expect(line).toHaveText(/(Black|White) to play and win/);
    await expect(words).toHaveText(/Win by fours in 3 moves/);
    await look(page, "train");

    /** The point that the hint marks. */
    const hint = async (): Promise<number> => {
      await page.getByRole("button", { name: "Help" }).click();
      await expect(words).toHaveText(/^Play [A-O]\d+\.$/);
      const [, letter, row] = /Play ([A-O])(\d+)/.exec((await words.textContent()) ?? "") ?? [];
      return (15 - Number(row)) * 15 + "ABCDEFGHIJKLMNO".indexOf(letter ?? "");
    };
    const stones = page.locator("svg circle.stone");
    const before = await stones.count();

    await test.step("a move in the empty part of the board", async () => {
      const good = await hint();
      const taken = await page.evaluate(() => document.querySelectorAll(".mark.offered").length);
      expect(taken).toBe(1);
      expect(good).not.toBe(112);
      await clickPoint(page, 112);
      await expect(words).toHaveText(/does not make a four|makes five in a row|blocks at/);
      await look(page, "train-wrong");
      await page.getByRole("button", { name: "Take back" }).click();
      await expect(stones).toHaveCount(before);
    });

    await test.step("the hint's winning line", async () => {
      for (let i = 0; i < 3 && (await line.textContent())?.trim() !== "Solved"; i++) {
        const count = await stones.count();
        await clickPoint(page, await hint());
        await expect.poll(() => stones.count()).toBeGreaterThan(count);
        await expect(words).toHaveText(/^Right|solved/);
      }
      await expect(line).toHaveText("Solved");
      await expect(page.locator("svg path.figure")).toHaveCount(2);
      await expect(page.getByText(/1 puzzle of \d+ solved, this one too/)).toBeVisible();
    });

    await test.step("the next puzzle, of Renju", async () => {
      await page.getByRole("button", { name: "Next" }).click();
      await expect(line).toHaveText(/to play and win/);
      await page.getByLabel("Rule").selectOption("Renju");
      await page.getByLabel("Moves to win").selectOption("4");
      await expect(page.getByRole("region", { name: "What your move did" })).toContainText(
        /Renju.*in 4 moves/s,
      );
    });
  });
});

test("five problems with right and wrong moves", { tag: "@long" }, async ({ page }) => {
  const ada = new Trainee(page);
  await ada.staysFlat();
  await page.goto("/");
  await page.getByRole("link", { name: "Train" }).click();
  await ada.arrived();
  if (ada.givenUp === 0) await expect(page.getByText("1,500 ± 350 (12k?)")).toBeVisible();

  for (let i = 0; i < 5; i++) {
    await test.step(`problem ${i + 1}`, async () => {
      const problem = await ada.arrived();
      const wrong = await ada.findMove("wrong");
      expect(wrong.steps.length).toBeGreaterThan(1);
      await expect(ada.line).toHaveText("Not solved");
      await expect(ada.words).toHaveText(/^That does not work: (Black|White) answers/);
      // The refutation is on the board.
      const last = wrong.steps[wrong.steps.length - 1]!;
      await ada.shows(last.stones);
      if (i === 0) await look(page, "training-wrong");
      await ada.button("Try again").click();
      await ada.shows(problem.stones);

      await ada.button("Hint").click();
      await expect(ada.words).toHaveText(problem.hint);
      await ada.button("Show").click();
      await expect(ada.words).toHaveText(/^The solution begins with/);
      await expect(ada.button("Try again")).toBeEnabled();
      await ada.button("Try again").click();

      const right = await ada.findMove("right");
      if (right.verdict === "right") await expect(ada.words).toHaveText(/^Right\./);
      else await expect(ada.line).toHaveText("Solved");
      await ada.button("Next").click();
      await expect.poll(() => ada.problem?.key).not.toBe(problem.key);
    });
  }

  await test.step("statistics", async () => {
    await page.getByRole("link", { name: "Statistics" }).click();
    const tried = 5 + ada.givenUp;
    await expect(
      page.getByRole("img", { name: new RegExp(`Rating after each of ${tried} rated problems`) }),
    ).toBeVisible();
    await expect(page.getByText(new RegExp(`^\\d of ${tried} attempts`))).toBeVisible();
    await look(page, "training-statistics");
  });

  await test.step("nothing is to be repeated yet", async () => {
    await page.goto("/train?mode=review");
    await expect(ada.line).toHaveText("Nothing to do here");
    await expect(page.getByText(/The next one is due in \d+ minutes\. Solve/)).toBeVisible();
  });
});

test("an exam, after one that is ended early", async ({ page }) => {
  const ada = new Trainee(page);
  await page.goto("/train/exam");
  await expect(page.getByRole("button", { name: "Begin" })).toBeEnabled();
  await look(page, "exam-empty");
  await test.step("one is ended early", async () => {
    await page.getByLabel("Problems", { exact: true }).selectOption("3");
    await page.getByRole("button", { name: "Begin" }).click();
    await ada.arrived();
    await ada.button("End the exam").click();
    await page.getByRole("dialog").getByRole("button", { name: "End the exam" }).click();
    await expect(page.getByText("Not passed: 0 of 3 problems solved.")).toBeVisible();
  });

  await page.getByRole("navigation", { name: "Training" }).getByRole("link", { name: "Exam" }).click();
  await page.getByLabel("From").selectOption("29k"); // the opposite range
  await page.getByLabel("To", { exact: true }).selectOption("30k"); // all of these are on flat boards
  await page.getByLabel("Problems", { exact: true }).selectOption("3");
  await page.getByRole("button", { name: "Begin" }).click();
  await ada.arrived();
  await test.step("it looks like an exam, and leaving gives a warning about its clock", async () => {
    const parts = page.getByRole("navigation", { name: "Training" });
    await expect(parts.getByRole("link", { name: "Exam" })).toHaveAttribute("aria-current", "page");
    await expect(page.getByText("Problems at your level")).toHaveCount(0);
    await parts.getByRole("link", { name: "Courses" }).click();
    await expect(page.getByText(/^Its clock keeps running: \d+:\d\d left/)).toBeVisible();
    await ada.button("No, continue").click();
    await parts.getByRole("link", { name: "Courses" }).click();
    await ada.button("Leave").click();
    await page.waitForURL(/\/train\/courses/);
    await parts.getByRole("link", { name: "Exam" }).click();
    await page.getByRole("link", { name: "Continue" }).click();
  });
  for (let i = 0; i < 3; i++) {
    const problem = await ada.arrived();
    expect([problem.number, problem.of]).toEqual([i + 1, 3]);
    await expect(ada.button("Show")).toHaveCount(0);
    await expect(ada.button("Hint")).toHaveCount(0);
    if (i === 1) await look(page, "exam");
    await ada.finish();
    if (i < 2) {
      await ada.button("Next").click();
      await expect.poll(() => ada.problem?.number).toBe(i + 2);
    }
  }
  await expect(ada.line).toHaveText("The exam is over");
  await page.getByRole("link", { name: "See result" }).click();
  await expect(page.getByText(/of 3 problems solved/)).toBeVisible();
  await look(page, "exam-over");
  await page.getByRole("link", { name: "Problem 2" }).click();
  await ada.arrived();
  await expect(page.getByText("This one does not count.")).toBeVisible();
});

const three =
  "(;FF[4]GM[1]SZ[9]AB[ba][fa][bb][cb][db][eb][fb]AW[aa][ga][ab][gb][bc][cc][dc][ec][fc]PL[W]C[White kills]MA[ba])";

/** Sends the whole solution to the server; other tests of the trainer cover clicks. */
async function solve(page: Page, key: string): Promise<void> {
  const path = `/api/training/problems/${encodeURIComponent(key)}/try`;
  // Another user, for whom nothing counts, asks for it.
  const other = await request.newContext({ baseURL: new URL(page.url()).origin });
  const tell = async (who: APIRequestContext, moves: readonly string[], show: boolean) =>
    (await (await who.post(path, { data: { moves, show } })).json()) as TrainingAnswer;
  const line = (await tell(other, [], true)).steps.map((s) => s.move);
  await other.dispose();
  for (let n = 1; n <= line.length; n += 2)
    if ((await tell(page.request, line.slice(0, n), false)).verdict === "solved") return;
  throw new Error(`${key} is not solved by ${line.join(" ")}`);
}

test("collections, built in and imported, and a course", async ({ page }) => {
  const ada = new Trainee(page);
  await page.goto("/train/collections");
  await expect(page.getByRole("heading", { name: "By theme" })).toBeVisible();
  await look(page, "collections");
  await page.getByRole("link", { name: "Begin: Nakade" }).click();
  const problem = await ada.arrived();
  expect(problem.number).toBe(1);
  await expect(page.getByRole("meter", { name: "Place in Nakade" })).toBeVisible();

  const folder = mkdtempSync(join(tmpdir(), "moyo-problems-"));
  try {
    for (const [name, text] of [
      ["1.sgf", three],
      ["2.sgf", three.replace("PL[W]", "PL[B]")],
      ["3.sgf", "(;GM[1]SZ[9])"],
      ["cover.png", "no problem"],
    ] as const)
      writeFileSync(join(folder, name), text);
    await page.goto("/train/collections");
    await page.getByLabel("Collection name").fill("From my book");
    await page.getByLabel("Choose a folder").setInputFiles(folder);
    await expect(page.getByText(/2 problems saved in From my book, 1 skipped/)).toBeVisible();
    await page.getByRole("heading", { name: "Your own" }).scrollIntoViewIfNeeded();
    await look(page, "collections-own");
    await page.getByRole("link", { name: "Begin: From my book" }).click();
    await expect.poll(async () => (await ada.arrived()).of).toBe(2); // not the previous problem
    await ada.findMove("right");
    await page.goto("/train/collections");
    await expect(page.getByText(/[01] of 2 problems solved/)).toBeVisible();
    await page.getByRole("button", { name: "Delete From my book" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("link", { name: "Begin: From my book" })).toHaveCount(0);
  } finally {
    if (existsSync(folder)) rmSync(folder, { recursive: true });
  }

  await test.step("a course, from its card to a solved problem", async () => {
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
      await expect(words).toHaveText(ada.problem!.hint);
      await look(page, "course-hint");
      await page.getByRole("button", { name: "Show" }).click();
      await expect(words).toHaveText(/^The solution begins with/);
    });

    await test.step("the problem is marked as failed, and checked off when it is solved", async () => {
      await page.getByRole("link", { name: "First kills, part 2" }).click();
      ada.problem = null;
      await page.getByRole("link", { name: /^Problem 3,.*failed$/ }).click();
      await expect.poll(() => ada.problem).not.toBeNull();
      await solve(page, ada.problem!.key);
      await page.goto("/train/courses");
      await expect(page.getByRole("link", { name: /First kills/ })).toContainText(/1 of \d+ problems solved/);
      await page.goBack();
      await page.getByRole("link", { name: "First kills, part 2" }).click();
      await expect(page.getByRole("link", { name: /^Problem 3,.*solved$/ })).toBeVisible();
      await look(page, "course");
    });
  });
});
