// A user of the API, who prepares what a state needs: games made and played, problems solved. They click through no
// page, so pages may change and the states stay.
import type { Browser, Page } from "@playwright/test";

import { isAwaited } from "../../src/lib/games/rengo.ts";
import type {
  ClientMessage,
  GameInfo,
  NewGame,
  Snapshot,
  TrainingAnswer,
  TrainingProblem,
} from "../../src/wire.ts";
import { expect, type Server } from "../server.ts";

export class Person {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** A guest in their own browser. */
  static async guest(browser: Browser, server: Server): Promise<Person> {
    const context = await browser.newContext({ baseURL: server.url });
    const person = new Person(await context.newPage());
    await person.arrive();
    return person;
  }

  /** Opens the server at an address that shows nothing. */
  async arrive(): Promise<void> {
    await this.page.goto("/api/me");
  }

  /** Makes an account. */
  async signIn(server: Server, name: string, role = "player"): Promise<void> {
    const { code } = JSON.parse(server.admin("create", name, "--role", role, "--json")) as { code: string };
    await this.post("/api/account/redeem", { code });
  }

  async post<T>(path: string, data: unknown): Promise<T> {
    const answer = await this.page.request.post(path, { data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json().catch(() => null)) as T;
  }

  /** Makes a game and returns its id. */
  async game(board: string, rules: string, wish: Partial<NewGame> = {}): Promise<string> {
    const game = { board, rules, color: "black", opponent: "human", name: "", ...wish };
    return (await this.post<GameInfo>("/api/games", game)).id;
  }

  /** The game as it is now, or when it is newer than a version. The person stays in it until their page shows something else. */
  see(game: string, after = -1): Promise<Snapshot> {
    return this.page.evaluate(speak, { game, message: null, after });
  }

  /** Sends a command in a game. */
  async tell(game: string, message: ClientMessage): Promise<void> {
    await this.page.evaluate(speak, { game, message, after: -1 });
  }

  /** Plays a move when it is this player's turn; false if the game is over before. */
  async play(game: string, move: string): Promise<boolean> {
    let now = await this.see(game);
    for (; !isAwaited({ ...now, place: now.place ?? 0 }); now = await this.see(game, now.version))
      if (now.state.phase !== "playing") return false;
    await this.tell(game, { type: "play", ply: now.state.ply, move });
    return true;
  }

  /** Attempts a life-and-death problem: shown, solved or given up. */
  async train(helper: Person, solve: boolean): Promise<void> {
    const choice = { mode: "rated", collection: "", after: "", problem: "" };
    const { key } = await this.post<TrainingProblem>("/api/training/next", choice);
    const path = `/api/training/problems/${encodeURIComponent(key)}/try`;
    if (!solve) {
      await this.post(path, { moves: [], show: true });
      return;
    }
    const { steps } = await helper.post<TrainingAnswer>(path, { moves: [], show: true });
    const line = steps.map((s) => s.move);
    for (let n = 1; n <= line.length; n += 2)
      if (
        (await this.post<TrainingAnswer>(path, { moves: line.slice(0, n), show: false })).verdict === "solved"
      )
        return;
  }
}

/** Two play the moves in turn. */
export async function playOut(
  game: string,
  players: readonly [Person, Person],
  moves: string,
): Promise<void> {
  let turn = 0;
  for (const move of moves.split(" ")) await players[turn++ % 2]!.play(game, move);
}

/** In the page: sends a message in a game and waits for the answer, or asks for the game after a version. */
function speak({
  game,
  message,
  after,
}: {
  game: string;
  message: ClientMessage | null;
  after: number;
}): Promise<Snapshot> {
  const lines = ((window as unknown as { lines?: Map<string, WebSocket> }).lines ??= new Map<
    string,
    WebSocket
  >());
  let line = lines.get(game);
  if (!line || message === null) {
    line?.close();
    line = new WebSocket(`${location.origin.replace("http", "ws")}/api/games/${game}/ws`);
    line.onopen = () => line!.send('{"type":"hello"}');
    lines.set(game, line);
  }
  const socket = line;
  return new Promise((resolve, reject) => {
    const id = Math.random().toString(36).slice(2);
    const send = () => message && socket.send(JSON.stringify({ ...message, id }));
    socket.onmessage = (e: MessageEvent<string>) => {
      const said = JSON.parse(e.data) as {
        type: string;
        snapshot?: Snapshot;
        event?: { version: number };
        ack?: { id: string };
        error?: { id?: string; text?: string };
      };
      if (said.snapshot && message) send();
      else if (said.snapshot && said.snapshot.version > after) resolve(said.snapshot);
      if (said.event && !message && after >= 0) socket.send('{"type":"hello"}');
      if (said.ack?.id === id) resolve(null as unknown as Snapshot);
      if (said.error) reject(new Error(JSON.stringify(said.error)));
    };
    socket.onclose = () => reject(new Error("the line was closed"));
    if (socket.readyState === 1) send();
  });
}
