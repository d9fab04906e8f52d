// A real server on a data folder of its own, which tests may kill and start
// again.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { test as base } from "@playwright/test";

export const binary = process.env["MOYO_BIN"] ?? join(import.meta.dirname, "../../bin/moyo");

export class Server {
  readonly url: string;
  #port: number;
  #data = mkdtempSync(join(tmpdir(), "moyo-e2e-"));
  #process: ChildProcess | null = null;
  #said = "";

  constructor(port: number) {
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  async start(): Promise<void> {
    const child = spawn(binary, ["serve", "--port", String(this.#port), "--data", this.#data], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text: Buffer) => (this.#said = (this.#said + text.toString()).slice(-4000)));
    const until = Date.now() + 20_000;
    while (!(await this.#answers())) {
      if (child.exitCode !== null || Date.now() > until)
        throw new Error(`${binary} serve does not answer on ${this.url}:\n${this.#said}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** As a crash would: nothing is tidied up. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  /** Runs `moyo admin`, as the operator does, and returns what it prints. */
  admin(command: string, ...args: string[]): string {
    return execFileSync(binary, ["admin", command, "--data", this.#data, ...args], { encoding: "utf8" });
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#data, { recursive: true, force: true });
  }

  async #answers(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/api/catalog`)).ok;
    } catch {
      return false;
    }
  }
}

/**
 * A port that nothing else takes before the server does, nor while it is down: below those that systems give to
 * connections and to whoever asks for any, and each worker's are its own.
 */
async function freePort(worker: number): Promise<number> {
  for (let tries = 0; tries < PORTS; tries++) {
    const port = FIRST_PORT + worker * PORTS + (asked++ % PORTS);
    const probe = createServer().listen(port, "127.0.0.1");
    const free = await once(probe, "listening").then(
      () => true,
      () => false, // which is also what an error comes to
    );
    if (!free) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
  throw new Error("no free port");
}

const FIRST_PORT = 20_000;
const PORTS = 500; // of each worker
let asked = 0;

/** Tests get a server of their own, and pages whose addresses begin at it. */
export const test = base.extend<{ server: Server }>({
  server: async ({ browser }, use) => {
    if (!existsSync(binary)) throw new Error(`${binary} is missing; run "make build" first, or set MOYO_BIN`);
    const server = new Server(await freePort(test.info().parallelIndex));
    await server.start();
    await use(server);
    // What a test has opened by itself would look for its server until the last test.
    for (const context of browser.contexts()) await context.close();
    await server.end();
  },
  baseURL: async ({ server }, use) => use(server.url),
});

export { expect } from "@playwright/test";
