// Capture Five: a coached game with captures, a refused move, undo, a hint and the explanation of the result.
import { chainAt } from "../src/board/chain.ts";
import { stonesOf } from "../src/board/notation.ts";
import { look } from "./look.ts";
import { dice, Player, unfold } from "./player.ts";
import { expect, test } from "./server.ts";

/** The liberties of White's chains, the weakest chain first. */
async function weakest(player: Player): Promise<number[][]> {
  const board = await player.board();
  const stones = stonesOf(player.view.stones);
  const chains = [...stones.keys()].flatMap((p) => {
    const chain = stones[p] === 2 ? chainAt(board, stones, p) : null;
    return chain?.stones[0] === p ? [[...chain.liberties]] : [];
  });
  return chains.sort((a, b) => a.length - b.length);
}

/** A legal move: a liberty of White's weakest chain, or else any. */
async function attack(player: Player, random: () => number): Promise<string> {
  const { names } = await player.board();
  const { stones, state } = player.view;
  const bad = new Set(state.forbidden.map((f) => f.point));
  const free = names.flatMap((_, p) => (stones[p] === "." && !bad.has(p) ? [p] : []));
  const wanted = (await weakest(player)).flat().filter((p) => !bad.has(p));
  const points = wanted.length ? wanted.slice(0, 2) : free;
  return names[points[Math.floor(random() * points.length)] ?? -1] ?? "";
}

test(
  "a coached game: a stone in atari is marked, and stones are captured",
  { tag: "@long" },
  async ({ page }) => {
    const player = new Player(page, 21);
    const random = dice(21);
    test.setTimeout(400_000); // Random decides how many games it takes
    const seen = { atari: false, capture: false };

    // Random plays without a plan: sooner or later its stones are captured.
    for (let game = 0; game < 6 && !(seen.atari && seen.capture); game++) {
      await page.goto("/new?board=grid:5&rules=capturefive:n=5");
      await unfold(page);
      await page.getByRole("radio", { name: "Random" }).check();
      await player.button("Play").click();
      await page.waitForURL(/\/game\//);
      await player.arrived();
      const coach = player.button("Coach");
      if ((await coach.getAttribute("aria-pressed")) !== "true") await coach.click();
      await expect(coach).toHaveAttribute("aria-pressed", "true");

      for (let turn = 0; turn < 40 && !(seen.atari && seen.capture); turn++) {
        await player.turn();
        const { state } = player.view;
        if (state.phase !== "playing") break;
        if (!seen.atari && (await weakest(player))[0]?.length === 1) {
          await expect(page.locator(".said.take").first()).toContainText(/You can take/);
          await expect(page.locator(".mark.prey").first()).toBeVisible();
          await look(page, "capturefive-coach");
          seen.atari = true;
        }
        const taken = state.captures.black;
        const move = await attack(player, random);
        if (!move) break;
        await player.move(move);
        if (player.view.state.captures.black > taken) seen.capture = true;
      }
    }
    expect(seen).toEqual({ atari: true, capture: true });
  },
);

test("a move without liberties is refused with a reason, and costs nothing", async ({ browser, server }) => {
  const [ann, bob] = (await Promise.all(
    [1, 2].map(async (seed) => {
      const context = await browser.newContext({ baseURL: server.url });
      return new Player(await context.newPage(), seed);
    }),
  )) as [Player, Player];
  await ann.page.goto("/new?board=grid:5&rules=capturefive:n=4");
  await ann.page.getByRole("radio", { name: "Private link" }).check();
  await ann.button("Create link").click();
  await ann.page.waitForURL(/\/game\//);
  const link = await ann.page.getByLabel(/Send this link/).inputValue();
  await bob.page.goto(link);
  await bob.join("Join as White");
  await expect(bob.page.getByText("You play White.")).toBeVisible();
  await expect(ann.line).toHaveText("Your turn");
  for (const [who, move] of [
    [ann, "A2"],
    [bob, "E5"],
    [ann, "B1"],
  ] as const) {
    await who.turn();
    await who.move(move);
  }
  await bob.turn();
  await bob.click("A1");
  await expect(bob.page.locator(".notice.bad")).toHaveText(/no liberties/);
  await look(bob.page, "capturefive-refused");
  expect(bob.view.moves).toHaveLength(3);
  await bob.move("E4");
  await expect.poll(() => ann.view.moves.at(-1)).toBe("E4");
});

test(
  "9×9 against a level: a fast first answer, hints with reasons, undo, and what decided the game",
  { tag: "@long" },
  async ({ page }) => {
    const player = new Player(page, 22);
    await page.goto("/");
    await page.getByRole("link", { name: /^Capture Five/ }).click();
    await expect(page.getByRole("radio", { name: "Capture Five", exact: true }).first()).toBeChecked();
    await look(page, "capturefive-new");
    await page.getByRole("slider").fill("9");
    await player.button("Play").click();
    await page.waitForURL(/\/game\//);
    await player.arrived();
    await expect(page.getByRole("heading", { name: "Capture Five on Grid 9×9" })).toBeAttached();

    await test.step("the computer's first move is fast", async () => {
      await player.move("E5");
      await player.turn();
      expect(player.view.moves).toHaveLength(2);
    });

    await test.step("the running score is shown", async () => {
      await expect(page.locator(".players li").first()).toContainText("1/5");
      await expect(page.locator(".players li").first()).toContainText("0 taken");
    });

    await test.step("a hint with its reason", async () => {
      await player.button("Hint").click();
      const words = page.getByRole("region", { name: "What the coach says" });
      await expect(words).toContainText(/Hint: (the computer would play )?[A-HJ]\d\./);
      await expect(page.locator(".mark.good")).toHaveCount(1);
      const hint =
        /Hint: (?:the computer would play )?([A-HJ]\d)\./.exec((await words.innerText()) ?? "")?.[1] ?? "";
      expect(player.view.stones[(await player.board()).names.indexOf(hint)]).toBe(".");
      await look(page, "capturefive-hint");
    });

    await test.step("moves can be taken back again and again", async () => {
      for (let round = 0; round < 3; round++) {
        await player.button("Take back").click();
        await expect.poll(() => player.view.moves.length).toBe(0);
        await expect(player.button("Take back")).toBeDisabled();
        await player.move("D4");
        await player.turn();
      }
    });

    await test.step("after a loss, the review says where", async () => {
      for (const move of ["A1", "A9", "J1", "J9", "A5", "J5", "E1", "E9", "B1", "B9"]) {
        await player.turn();
        if (player.view.state.phase !== "playing") break;
        const point = (await player.board()).names.indexOf(move);
        if (player.view.stones[point] === ".") await player.move(move);
      }
      if (player.view.state.phase === "playing") {
        await player.turn();
        await player.button("Resign").click();
        await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
      }
      await expect(player.line).toHaveText(/^You (won|lost): |wins/);
      await player.button("Review this game").click();
      const review = page.getByRole("region", { name: "Review" });
      await expect(review.getByText("These are estimates, except where marked certain.")).toBeVisible({
        timeout: 60_000,
      });
      await review.getByRole("tab", { name: "Mistakes" }).click();
      await review
        .getByRole("button", { name: /(blunder|mistake|inaccuracy)/ })
        .first()
        .click();
      await look(page, "capturefive-review");
      await review.getByRole("button", { name: "Play out the better line" }).click();
      await expect(player.line).toHaveText("Looking back");
    });
  },
);
