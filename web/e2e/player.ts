// A user of the page: clicks and types, and knows the game only from what the server sends to the page.
import { expect, type Locator, type Page } from "@playwright/test";

import { isAwaited } from "../src/lib/games/rengo.ts";
import { GameMachine, type GameView } from "../src/play/machine.ts";
import type { Board, GameInfo, NewGame, ServerMessage } from "../src/wire.ts";
import { clickPoint } from "./places.ts";

/** Pseudorandom numbers, the same in every run. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Opens the advanced part of the form of a new game. */
export async function unfold(page: Page): Promise<void> {
  const fold = page.locator("details.more");
  if ((await fold.getAttribute("open")) === null) await fold.locator("summary").first().click();
}

export class Player {
  readonly page: Page;
  #machine: GameMachine;
  #board: Board | null = null;
  #random: () => number;

  constructor(page: Page, seed = 1) {
    this.page = page;
    this.#random = dice(seed);
    this.#machine = new GameMachine(
      () => {},
      () => "",
      { changed: () => {} },
    );
    page.on("websocket", (socket) => {
      if (socket.url().includes("/chat/")) return;
      socket.on("framereceived", ({ payload }) =>
        this.#machine.receive(JSON.parse(payload.toString()) as ServerMessage),
      );
    });
  }

  get view(): GameView {
    if (!this.#machine.view) throw new Error("the page has not received the game yet");
    return this.#machine.view;
  }

  get line(): Locator {
    return this.page.locator("section.status .line");
  }

  get input(): Locator {
    return this.page.getByLabel(/^Type a (move|stone)/);
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  async board(): Promise<Board> {
    if (!this.#board) {
      const answer = await this.page.request.get(
        `/api/boards?spec=${encodeURIComponent(this.view.game.board)}`,
      );
      expect(answer.ok()).toBe(true);
      this.#board = (await answer.json()) as Board;
    }
    return this.#board;
  }

  /** Fills in the form and starts the game. */
  async begin(
    spec: string,
    choose: {
      game?: string;
      rules?: string;
      rule?: string;
      opening?: string;
      opponent?: string;
      level?: number;
      color?: string;
    } = {},
  ): Promise<void> {
    const of = choose.rules ? `&rules=${choose.rules}` : choose.game ? `&game=${choose.game}` : "";
    await this.page.goto(`/new?board=${spec}${of}`);
    await unfold(this.page);
    if (choose.rule) await this.page.getByLabel("Rule", { exact: true }).selectOption(choose.rule);
    if (choose.opening) await this.page.getByLabel("Opening", { exact: true }).selectOption(choose.opening);
    await this.page.getByRole("radio", { name: choose.opponent ?? "The computer" }).check();
    if (choose.level) await this.page.getByRole("slider").fill(String(choose.level));
    const first = choose.opening ? "You start the opening" : "Black (moves first)";
    await this.page.getByRole("radio", { name: choose.color ?? first }).check();
    await this.page.getByRole("button", { name: /^(Play|Create link)$/ }).click();
    await this.page.waitForURL(/\/game\//);
    await this.arrived();
  }

  /**
   * Opens the board of a new game, by default with Black against level 1. It skips the form, which takes as long as a
   * page.
   */
  async start(board: string, wish: Partial<NewGame> = {}): Promise<void> {
    const data = { board, rules: "weiqi", color: "black", opponent: "level:1", name: "", ...wish };
    const answer = await this.page.request.post("/api/games", { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    await this.page.goto(`/game/${((await answer.json()) as GameInfo).id}`);
    await this.arrived();
  }

  /** Takes the free seat; the page asks a new guest for a name. */
  async join(text: string, name = ""): Promise<void> {
    await this.button(text).click();
    const dialog = this.page.getByRole("dialog");
    if (!(await dialog.isVisible())) return;
    await dialog.getByLabel("Your name").fill(name);
    await dialog.getByRole("button", { name: text }).click();
  }

  /** Waits until the game is shown. */
  async arrived(): Promise<void> {
    await expect(this.line).not.toHaveText(/Loading|reachable/);
    await expect(this.page.getByRole("application")).toBeVisible();
  }

  /** Clicks on a point of the board, flat or solid, wherever it is drawn. */
  async click(name: string): Promise<void> {
    const point = (await this.board()).names.indexOf(name);
    expect(point, name).toBeGreaterThanOrEqual(0);
    await clickPoint(this.page, point);
  }

  /** Opens the field for typed moves, if it is closed. */
  async openTyping(): Promise<void> {
    const opener = this.page.getByRole("button", { name: /^Type a (move|stone)$/ });
    await expect(this.input.or(opener)).toBeVisible();
    if (await opener.isVisible()) await opener.click();
  }

  async type(move: string): Promise<void> {
    await this.openTyping();
    await this.input.fill(move);
    await this.input.press("Enter");
  }

  /** Waits until this player is to move and the page shows it, or the game is over. */
  async turn(): Promise<void> {
    const mine = async () => {
      const { phase, ply } = this.view.state;
      if (phase === "waiting") return false; // the page does not know yet that a player has joined
      return phase !== "playing" || (isAwaited(this.view) && (await this.#shown()) === ply);
    };
    await expect.poll(mine, { timeout: 30_000, intervals: [20, 50, 100] }).toBe(true);
  }

  /** How many moves the page knows, opening choices included: it shows a reply a moment after it has arrived. */
  async #shown(): Promise<number> {
    const [ply = "-1"] = await this.page
      .locator("section.status .ply")
      .evaluateAll((all) => all.map((e) => (e as HTMLElement).dataset["ply"]));
    return Number(ply);
  }

  /** Reports whether a point is free and the rules allow a stone on it. */
  async mayPlay(name: string): Promise<boolean> {
    const point = (await this.board()).names.indexOf(name);
    const { stones, state } = this.view;
    return stones[point] === "." && !state.forbidden.some((f) => f.point === point);
  }

  /** A legal point that is not an own eye; "" without one. */
  async somePoint(): Promise<string> {
    const board = await this.board();
    const { stones, state, you } = this.view;
    const own = you === "black" ? "x" : "o";
    const around: number[][] = board.coords.map(() => []);
    for (const [a, b] of board.edges) {
      around[a]?.push(b);
      around[b]?.push(a);
    }
    const forbidden = new Set(state.forbidden.map((f) => f.point));
    const good = board.names.flatMap((name, p) => {
      const free = stones[p] === "." && !forbidden.has(p);
      return free && around[p]?.some((q) => stones[q] !== own) ? [name] : [];
    });
    return good[Math.floor(this.#random() * good.length)] ?? "";
  }

  /** A move as people write it in this game: Gomoku uses all letters for columns. */
  async written(move: string): Promise<string> {
    const board = await this.board();
    const point = board.names.indexOf(move.toUpperCase());
    const { width } = board;
    if (!/^gomoku\b/.test(this.view.game.rules) || width === 0 || width > 26 || point < 0) return move;
    return String.fromCharCode(65 + (point % width)) + move.replace(/^\D+/, "");
  }

  /** Makes one move by typing, in the server's notation, and waits until the server has it. */
  async move(move: string): Promise<void> {
    const ply = this.view.state.ply;
    await this.type(await this.written(move));
    await expect
      .poll(() => this.view.moves[ply]?.toUpperCase(), { intervals: [20, 50, 100] })
      .toBe(move.toUpperCase());
  }

  /** Plays some moves against the computer. */
  async playSome(moves: number): Promise<void> {
    for (let i = 0; i < moves; i++) {
      await this.turn();
      if (this.view.state.phase !== "playing") return;
      const point = await this.somePoint();
      await this.move(point || "pass");
    }
  }

  /** Passes until the count begins, first by typing. */
  async passToTheEnd(): Promise<void> {
    for (let i = 0; i < 300; i++) {
      if (i === 0) await this.turn();
      else await this.#asked();
      if (this.view.state.phase !== "playing") return;
      if (i === 0) await this.move("pass");
      else await this.send("pass");
    }
    throw new Error("the game does not end although one side only passes");
  }

  /** Waits until it is this player's turn on the server, or the game is over. */
  async #asked(): Promise<void> {
    const mine = () => this.view.state.phase !== "playing" || isAwaited(this.view);
    await expect.poll(mine, { timeout: 30_000, intervals: [5, 10, 20] }).toBe(true);
  }

  /** Makes one move by the API, which the page then shows: for moves that are not what a test checks. */
  async send(move: string): Promise<void> {
    await this.#asked();
    const { ply } = this.view.state;
    const data = { type: "play", id: `sent-${ply}-${move}`, ply, move };
    const answer = await this.page.request.post(`/api/games/${this.view.game.id}/commands`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    await expect
      .poll(() => this.view.moves[ply]?.toUpperCase(), { intervals: [5, 10, 20] })
      .toBe(move.toUpperCase());
  }

  /** Marks a chain dead, unmarks it, marks it again, then accepts. Returns a stone of it. */
  async count(): Promise<void> {
    await expect(this.line).toHaveText("Mark the dead stones");
    await expect.poll(() => this.view.state.score !== null).toBe(true);
    const board = await this.board();
    const stone = [...this.view.stones].findIndex((s) => s !== ".");
    const marked = () => this.view.state.dead.includes(stone);
    const before = marked();
    for (const expected of [!before, before]) {
      await this.type(board.names[stone] ?? "");
      await expect.poll(marked).toBe(expected);
    }
    await expect(this.page.getByRole("table").first()).toContainText("Komi");
    await this.button("Accept").click();
    await expect(this.line).toHaveText(/^You (won|lost) by|Draw/);
  }
}

/** A torus as Blender writes it: vertices and edges. */
export function torusOBJ(around: number, across: number): string {
  const lines = ["# a torus", "o Torus"];
  for (let i = 0; i < around; i++)
    for (let j = 0; j < across; j++) {
      const [u, v] = [(2 * Math.PI * i) / around, (2 * Math.PI * j) / across];
      const r = 2 + Math.cos(v);
      lines.push(
        `v ${(r * Math.cos(u)).toFixed(6)} ${Math.sin(v).toFixed(6)} ${(r * Math.sin(u)).toFixed(6)}`,
      );
    }
  const at = (i: number, j: number) => 1 + (i % around) * across + (j % across);
  for (let i = 0; i < around; i++)
    for (let j = 0; j < across; j++)
      lines.push(`l ${at(i, j)} ${at(i + 1, j)}`, `l ${at(i, j)} ${at(i, j + 1)}`);
  return lines.join("\n") + "\n";
}

/** Gives the import page a file. */
export async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  await page
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
}
