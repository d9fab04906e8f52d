// Real servers with their own data folders. Tests share one with the others of their worker, or have one that they
// may kill and restart.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { test as base } from "@playwright/test";

export const binary = process.env["MOYO_BIN"] ?? join(import.meta.dirname, "../../bin/moyo");

/** A running `moyo serve` and its data. It takes any free port, and learns the client's address by the PROXY protocol. */
class Process {
  readonly #data = mkdtempSync(join(tmpdir(), "moyo-e2e-"));
  #child: ChildProcess | null = null;
  #port = 0;

  /** The port; 0 while it is down. */
  get port(): number {
    return this.#port;
  }

  async start(): Promise<void> {
    if (!existsSync(binary)) throw new Error(`${binary} is missing; run "make build" first, or set MOYO_BIN`);
    const behind = ["--proxies", "127.0.0.1", "--proxy-protocol"];
    // A short search is enough to review a game of a few moves.
    const limits = ["--limit", "review-time=3s"];
    const child = spawn(binary, ["serve", "--port", "0", "--data", this.#data, ...behind, ...limits], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    this.#port = await new Promise<number>((resolve, reject) => {
      let said = "";
      const hear = (text: Buffer) => {
        said = (said + text.toString()).slice(-4000);
        const at = /^moyo is at http:\/\/\S+:(\d+)$/m.exec(said);
        if (at) resolve(Number(at[1]));
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      child.once("error", reject);
      child.once("close", () => reject(new Error(`${binary} serve has ended:\n${said}`)));
    });
  }

  /** Like a crash: there is no clean shutdown. */
  async kill(): Promise<void> {
    const child = this.#child;
    [this.#child, this.#port] = [null, 0];
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  admin(command: string, ...args: string[]): string {
    return execFileSync(binary, ["admin", command, "--data", this.#data, ...args], { encoding: "utf8" });
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#data, { recursive: true, force: true });
  }
}

/** How many tests of this worker have had a server. */
let visits = 0;

/**
 * A server as one test sees it: at an address that stays while the server is down, and with a client address of its
 * own. So the rate limits of a public server apply to this test alone.
 */
export class Server {
  url = "";
  readonly #process: Process;
  readonly #own: boolean;
  readonly #from: string;
  readonly #entrance = createServer({ allowHalfOpen: true }, (socket) => this.#pass(socket));
  readonly #open = new Set<Socket>();

  private constructor(process: Process, own: boolean) {
    this.#process = process;
    this.#own = own;
    visits++;
    this.#from = `10.${visits >> 16}.${(visits >> 8) & 255}.${visits & 255}`;
  }

  static async at(process: Process, own: boolean): Promise<Server> {
    const server = new Server(process, own);
    server.#entrance.listen(0, "127.0.0.1");
    await once(server.#entrance, "listening");
    server.url = `http://127.0.0.1:${(server.#entrance.address() as AddressInfo).port}`;
    return server;
  }

  async start(): Promise<void> {
    this.#mustBeOwn();
    await this.#process.start();
  }

  /** Like a crash: there is no clean shutdown, and connections break. */
  async kill(): Promise<void> {
    this.#mustBeOwn();
    await this.#process.kill();
  }

  /** Runs `moyo admin`, as the operator does, and returns its output. */
  admin(command: string, ...args: string[]): string {
    this.#mustBeOwn();
    return this.#process.admin(command, ...args);
  }

  /** Refuses new connections and closes the open ones. */
  close(): void {
    this.#entrance.close();
    for (const socket of this.#open) socket.destroy();
  }

  #mustBeOwn(): void {
    if (!this.#own) throw new Error("other tests use this server, too: test.use({ ownServer: true })");
  }

  #pass(socket: Socket): void {
    this.#note(socket);
    const { port } = this.#process;
    if (port === 0) {
      socket.resetAndDestroy();
      return;
    }
    const line = this.#note(connect({ port, host: "127.0.0.1", allowHalfOpen: true }));
    line.write(`PROXY TCP4 ${this.#from} 127.0.0.1 ${socket.remotePort} ${port}\r\n`);
    socket.pipe(line);
    line.pipe(socket);
    socket.once("close", () => line.destroy());
    line.once("close", () => socket.destroy());
  }

  #note(socket: Socket): Socket {
    this.#open.add(socket.setNoDelay(true));
    socket.on("error", () => socket.destroy()); // the other side has closed
    return socket.once("close", () => this.#open.delete(socket));
  }
}

/**
 * Gives tests a server, and pages whose addresses begin with it. A shared server keeps what other tests have left. A
 * test that kills it, acts as its operator or needs it empty asks for its own: `test.use({ ownServer: true })`.
 */
export const test = base.extend<{ ownServer: boolean; server: Server }, { shared: Process }>({
  shared: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const shared = new Process();
      await shared.start();
      await use(shared);
      await shared.end();
    },
    { scope: "worker" },
  ],
  ownServer: [false, { option: true }],
  server: async ({ browser, shared, ownServer }, use) => {
    const process = ownServer ? new Process() : shared;
    if (ownServer) await process.start();
    const server = await Server.at(process, ownServer);
    await use(server);
    // Pages that a test has opened itself would reconnect until the last test ends.
    for (const context of browser.contexts()) await context.close();
    server.close();
    if (ownServer) await process.end();
  },
  baseURL: async ({ server }, use) => use(server.url),
});

export { expect } from "@playwright/test";
