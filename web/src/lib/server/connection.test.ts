// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";

import { Connection, type ConnectionWorld } from "./connection.ts";

class FakeSocket {
  readyState = 0;
  sent: string[] = [];
  onopen: () => void = () => {};
  onclose: () => void = () => {};
  onmessage: (e: { data: string }) => void = () => {};

  send(data: string): void {
    this.sent.push(data);
  }

  open(): void {
    this.readyState = 1;
    this.onopen();
  }

  close(): void {
    this.readyState = 3;
    this.onclose();
  }
}

let sockets: FakeSocket[];
let timers: { ms: number; run: () => void; off: boolean }[];
let log: string[];
let connection: Connection;

/** The last running timer. */
const timer = () => timers.findLast((t) => !t.off)!;

function fire(): void {
  const t = timer();
  t.off = true;
  t.run();
}

const world: ConnectionWorld = {
  socket: () => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket as unknown as WebSocket;
  },
  after: (ms, run) => {
    const t = { ms, run, off: false };
    timers.push(t);
    return () => (t.off = true);
  },
  random: () => 0.5,
};

beforeEach(() => {
  [sockets, timers, log] = [[], [], []];
  connection = new Connection(
    "ws://here/",
    {
      opened: () => log.push("opened"),
      closed: () => log.push("closed"),
      message: (data) => log.push(data),
      state: (s) => log.push(`state ${s}`),
    },
    world,
  );
});

describe("Connection", () => {
  it("delivers messages and sends when open", () => {
    connection.send("too early");
    sockets[0]!.open();
    connection.send("a");
    sockets[0]!.onmessage({ data: "b" });
    expect(sockets[0]!.sent).toEqual(["a"]);
    expect(log).toEqual(["state open", "opened", "b"]);
  });

  it("retries with growing pauses, and immediately after a stable connection", () => {
    const pauses: number[] = [];
    for (let i = 0; i < 8; i++) {
      sockets.at(-1)!.close();
      pauses.push(timer().ms);
      fire();
    }
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
    sockets.at(-1)!.open();
    sockets.at(-1)!.close();
    expect(timer().ms).toBe(10_000);
    fire();
    sockets.at(-1)!.open();
    timers.find((t) => !t.off && t.ms === 5000)!.run();
    sockets.at(-1)!.close();
    expect(timer().ms).toBe(250);
  });

  it("sends a ping in silence, and closes the connection if no answer comes", () => {
    sockets[0]!.open();
    fire();
    expect(sockets[0]!.sent).toEqual(['{"type":"ping"}']);
    fire();
    expect(log).toContain("closed");
    expect(log.filter((l) => l === "closed")).toHaveLength(1);
    fire();
    expect(sockets).toHaveLength(2);
  });

  it("ignores a connection that it has closed", () => {
    const [old] = sockets;
    old!.open();
    fire();
    old!.close = () => {}; // a dead connection may close at any time
    fire();
    fire();
    const [, next] = sockets;
    next!.open();
    const [known, waiting] = [[...log], timer()];
    old!.onmessage({ data: "late" });
    old!.onclose();
    expect(log).toEqual(known);
    expect(timer()).toBe(waiting);
    expect(sockets).toHaveLength(2);
    connection.send("a");
    expect([old!.sent, next!.sent]).toEqual([['{"type":"ping"}'], ["a"]]);
    next!.onmessage({ data: "new" });
    expect(log.at(-1)).toBe("new");
  });

  it("delivers nothing between a loss and the next connection, and nothing after close", () => {
    const [first] = sockets;
    first!.open();
    first!.close();
    first!.onmessage({ data: "late" });
    expect(log.at(-1)).toBe("state lost");
    fire();
    sockets[1]!.open();
    connection.close();
    sockets[1]!.onmessage({ data: "late" });
    expect(log.at(-1)).toBe("opened");
    expect(timers.every((t) => t.off || t.ms === 5000)).toBe(true);
  });

  it("treats a message as a sign of life", () => {
    sockets[0]!.open();
    fire();
    expect(timer().ms).toBe(10_000);
    sockets[0]!.onmessage({ data: "pong" });
    expect(timers.filter((t) => !t.off).map((t) => t.ms)).toEqual([5000, 15_000]);
  });

  it("is not steady after an early loss", () => {
    sockets[0]!.open();
    const steady = timers.find((t) => t.ms === 5000)!;
    sockets[0]!.close();
    expect(steady.off).toBe(true);
  });

  it("stays closed when told so", () => {
    sockets[0]!.open();
    connection.close();
    expect(timers.every((t) => t.off)).toBe(true);
    expect(sockets).toHaveLength(1);
  });

  it("retries immediately when the network is back", () => {
    sockets[0]!.close();
    connection.retry();
    expect(sockets).toHaveLength(2);
    expect(timers.every((t) => t.off)).toBe(true);
  });
});
