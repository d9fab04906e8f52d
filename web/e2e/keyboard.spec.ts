// A whole game without a pointer, and what a screen reader announces.
import { dice, Player } from "./player.ts";
import { expect, test } from "./server.ts";

test("a game is started, played, counted and left by keyboard alone", async ({ page }) => {
  const player = new Player(page, 3);
  const { keyboard } = page;

  await page.goto("/");
  await page.getByRole("link", { name: "Play", exact: true }).first().focus();
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "New game" })).toBeVisible();
  // The heading takes the focus after the page has changed, which is late on a slow machine.
  await expect(async () => {
    await page.getByRole("slider").focus();
    await keyboard.press("Home");
    await expect(page.getByText("Level 1:")).toBeVisible({ timeout: 1000 });
  }).toPass();
  // A button takes no focus while its board is still loading.
  await expect(player.button("Play")).toBeEnabled();
  await player.button("Play").focus();
  await keyboard.press("Enter");
  await page.waitForURL(/\/game\//);
  await player.arrived();

  await test.step("arrow keys move over the board, Enter places a stone", async () => {
    await page.getByRole("application").focus();
    for (const key of ["ArrowUp", "ArrowLeft", "Enter"]) await keyboard.press(key);
    await expect.poll(() => player.view.moves.length).toBeGreaterThan(0);
    await expect(page.getByRole("log", { name: "Moves as they are made" })).toContainText(
      /Black plays [A-HJ][1-9]\.|White plays/,
    );
  });

  await player.turn();
  await test.step("typed moves", async () => {
    const point = await player.somePoint();
    await player.openTyping();
    await player.input.focus();
    await keyboard.type(point.toLowerCase());
    await keyboard.press("Enter");
    await expect.poll(() => player.view.moves).toContain(point);
  });

  await player.turn();
  await test.step("the description of the board lists every chain", async () => {
    await page.getByRole("tab", { name: "Moves" }).focus();
    await keyboard.press("ArrowRight");
    await expect(page.getByRole("tab", { name: "In words" })).toBeFocused();
    const own = player.view.moves[0] ?? "";
    await expect(page.getByRole("tabpanel").getByRole("table").first()).toContainText(own);
  });

  await test.step("the brackets step through the moves", async () => {
    const moves = player.view.moves.length;
    await player.button("Resign").focus();
    for (let i = 0; i < moves; i++) await keyboard.press("[");
    await expect(player.line).toHaveText("Looking back");
    await expect(page.getByRole("tabpanel").getByRole("table").first()).toContainText("Black: 0 chains");
    await keyboard.press("]");
    await expect(page.getByRole("tabpanel").getByRole("table").first()).toContainText(
      player.view.moves[0] ?? "",
    );
    await player.button("Back to the game").focus();
    await keyboard.press("Enter");
    await expect(player.line).toHaveText("Your turn");
  });

  await test.step("resigning asks for confirmation, and Escape cancels", async () => {
    await player.button("Resign").focus();
    await keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    await keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(player.button("Resign")).toBeFocused();
  });

  await test.step("hints, taken-back moves and passes keep the focus on their buttons", async () => {
    await player.button("Hint").focus();
    await keyboard.press("Enter");
    await expect(page.locator(".mark.good")).toHaveCount(1);
    await expect(player.button("Hint")).toBeFocused();
    await player.button("Take back").focus();
    for (let left = player.view.moves.length; left > 0; left = player.view.moves.length) {
      await keyboard.press("Enter");
      await expect.poll(() => player.view.moves.length).toBeLessThan(left);
      await player.turn();
      await expect(player.button("Take back")).toBeFocused();
    }
    await expect(player.button("Take back")).toBeDisabled();
  });

  await test.step("a drawer takes the focus while it is open, and returns it", async () => {
    await page.setViewportSize({ width: 720, height: 450 });
    await player.button("More").focus();
    await keyboard.press("Enter");
    await expect(player.button("Close")).toBeFocused();
    for (let i = 0; i < 14; i++) {
      await keyboard.press("Tab");
      const inside = () => document.activeElement?.matches(".details *, .bar *, body");
      expect(await page.evaluate(inside), `after ${i + 1} tabs`).toBe(true);
    }
    await keyboard.press("Escape");
    await expect(player.button("More")).toBeFocused();
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await player.passToTheEnd();
  await expect(player.line).toHaveText("Mark the dead stones");
  await expect.poll(() => player.view.state.score !== null).toBe(true);
  await player.button("Accept").focus();
  await keyboard.press("Enter");
  await expect(player.line).toHaveText(/^You (won|lost) by/);
  await expect(player.line).toBeFocused();
});

test("the second click confirms if the user has chosen that", async ({ page }) => {
  const player = new Player(page);
  await player.start("grid:5");
  await player.button("Settings").click();
  await page.getByLabel("Click twice to confirm a move").check();
  await page.keyboard.press("Escape");
  const box = await page.getByRole("application").boundingBox();
  if (!box) throw new Error("the board has no size");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await expect(page.locator(".notice")).toHaveText("Click C3 again to play there.");
  expect(player.view.moves).toEqual([]);
  await page.mouse.click(x, y);
  await expect.poll(() => player.view.moves[0]).toBe("C3");
  await player.turn(); // the answer replaces the text about a stone
  await page.mouse.click(x, y);
  await expect(page.locator(".notice")).toHaveText(/This stone has \d libert/);
});

/** What the keyboard moves over on each kind of board, and what is announced for a playable place. */
const kinds = [
  { kind: "flat", board: "grid:5", rules: "capturefive:n=3", free: /^[A-E][1-5]: empty/ },
  { kind: "drop", board: "grid:5x4", rules: "connect4:n=3", free: /^Column [A-E]: .*lands on [A-E][1-4]/ },
  { kind: "solid", board: "torus:5x5", rules: "capturefive:n=3", free: /: empty/ },
] as const;

for (const { kind, board: spec, rules, free } of kinds)
  test(`a whole game by keyboard, each move read aloud, on a ${kind} board`, async ({ page }) => {
    const player = new Player(page, 7);
    const random = dice(70);
    const { keyboard } = page;
    await player.start(spec, { rules });

    const board = page.getByRole("application");
    const heard = board.locator("[aria-live]");
    const said = page.getByRole("log", { name: "Moves as they are made" });
    const arrows = kind === "drop" ? ["Left", "Right"] : ["Left", "Right", "Up", "Down"];
    /**
     * Moves until a playable place is announced. Near the end only one may be left, which 200 steps can miss. On a
     * plain board the way to it is known, and the test takes it directly.
     */
    const walk = async () => {
      const { names, width } = await player.board();
      for (let step = 0; step < 2000; step++) {
        const words = (await heard.textContent()) ?? "";
        if (step > 1 && free.test(words) && !words.includes("not allowed")) return words;
        const at = names.findIndex((name) => words.startsWith(`${name}:`));
        const target = kind === "flat" && step > 1 ? names.indexOf(await player.somePoint()) : -1;
        const [x, y] = [(target % width) - (at % width), Math.floor(target / width) - Math.floor(at / width)];
        if (at < 0 || target < 0)
          await keyboard.press(`Arrow${arrows[Math.floor(random() * arrows.length)] ?? "Left"}`);
        else {
          for (let i = 0; i < Math.abs(x); i++) await keyboard.press(x < 0 ? "ArrowLeft" : "ArrowRight");
          for (let i = 0; i < Math.abs(y); i++) await keyboard.press(y < 0 ? "ArrowUp" : "ArrowDown");
        }
      }
      throw new Error("no free place is heard of");
    };

    // The accessibility tree: the board is one named element, and its state is in words.
    await expect(page.getByRole("main")).toMatchAriaSnapshot(`
      - main:
        - heading /on (Grid|Torus)/ [level=1]
        - application /^Board. (Grid|Torus)/
    `);
    await expect(page.getByRole("region", { name: "Game status" })).toMatchAriaSnapshot(`
      - region "Game status":
        - list:
          - listitem: /Black/
          - listitem: /White/
        - paragraph: Your turn
    `);

    await board.focus();
    while (player.view.state.phase === "playing") {
      const words = await walk();
      const ply = player.view.moves.length;
      await keyboard.press("Enter");
      await expect.poll(() => player.view.moves.length).toBeGreaterThan(ply);
      const move = player.view.moves[ply] ?? "";
      expect(words).toContain(move);
      // Black's own move is announced, then White's; the player who moved last hears about the end.
      await player.turn();
      const last = player.view.moves.length - 1;
      const side = last % 2 === 0 ? "Black" : "White";
      const read = new RegExp(
        `${side} plays ${player.view.moves[last]}\\b.*\\. (Your turn|You (won|lost).*|Draw.*)\\.`,
      );
      await expect(said).toHaveText(read);
      await expect(board).toBeFocused();
    }
    await expect(player.line).toHaveText(/^You (won|lost)|^Draw/);
    await keyboard.press("Tab");
    await player.button("Play again").focus();
    await keyboard.press("Enter");
    await expect(player.line).toHaveText("Your turn");
  });
