import { beforeEach, describe, expect, it, vi } from "vitest";

import { Pairing, type Wish } from "./pairing.svelte.ts";
import type { PairingReply } from "../wire.ts";

const wish: Wish = {
  board: "grid:9",
  rules: "weiqi",
  clock: "",
  rated: false,
  near: true,
  bots: false,
  name: "Ann",
};

/** A socket that records sent messages and delivers those of the test. */
class Socket {
  sent: string[] = [];
  closed = false;
  readyState = WebSocket.OPEN;
  onopen: () => void = () => {};
  onclose: () => void = () => {};
  onmessage: (e: { data: string }) => void = () => {};
  send(data: string): void {
    this.sent.push(data);
  }
  close(): void {
    this.closed = true;
  }
  say(reply: Partial<PairingReply>): void {
    this.onmessage({ data: JSON.stringify({ waiting: 0, game: "", ...reply }) });
  }
}

describe("Pairing", () => {
  let sockets: Socket[];
  let found: string[];
  let pairing: Pairing;
  let later: (() => void)[];

  beforeEach(() => {
    vi.stubGlobal("location", { origin: "http://moyo.invalid" });
    vi.stubGlobal("WebSocket", { OPEN: 1 });
    [sockets, found, later] = [[], [], []];
    pairing = new Pairing((game) => found.push(game), {
      socket: () => {
        const socket = new Socket();
        sockets.push(socket);
        return socket as unknown as WebSocket;
      },
      after: (_, run) => {
        later.push(run);
        return () => (later = later.filter((r) => r !== run));
      },
      random: () => 0,
    });
  });

  it("sends the wish, receives the number of waiting players, and opens the game", () => {
    pairing.look(wish);
    sockets[0]!.onopen();
    expect(JSON.parse(sockets[0]!.sent[0]!)).toEqual({ type: "seek", ...wish });
    sockets[0]!.say({ type: "waiting", waiting: 2 });
    expect([pairing.looking, pairing.waiting]).toEqual([true, 2]);
    sockets[0]!.say({ type: "paired", game: "abc" });
    expect([pairing.looking, found, sockets[0]!.closed]).toEqual([false, ["abc"], true]);
  });

  it("asks again after a lost connection", () => {
    pairing.look(wish);
    sockets[0]!.onopen();
    sockets[0]!.onclose();
    later.pop()!();
    sockets[1]!.onopen();
    expect(JSON.parse(sockets[1]!.sent[0]!)).toMatchObject({ type: "seek", board: "grid:9" });
    expect(pairing.looking).toBe(true);
  });

  it("does not know the number of waiting players while the connection is lost", () => {
    pairing.look(wish);
    sockets[0]!.onopen();
    sockets[0]!.say({ type: "waiting", waiting: 2 });
    sockets[0]!.onclose();
    expect([pairing.looking, pairing.waiting]).toEqual([true, 0]);
  });

  it("searches for one thing only: an earlier search finds nothing any more", () => {
    pairing.look(wish);
    sockets[0]!.onopen();
    pairing.look({ ...wish, board: "grid:13" });
    sockets[1]!.onopen();
    expect(sockets.map((socket) => socket.closed)).toEqual([true, false]);
    sockets[0]!.say({ type: "paired", game: "old" });
    expect([pairing.looking, found]).toEqual([true, []]);
  });

  it("ends when it is stopped, refused or continued elsewhere", () => {
    pairing.look(wish);
    pairing.stop();
    expect([pairing.looking, sockets[0]!.closed]).toEqual([false, true]);
    pairing.look(wish);
    sockets[1]!.onopen();
    sockets[1]!.say({ type: "error", error: { code: "too-many", text: "Too many." } });
    expect([pairing.looking, pairing.problem]).toEqual([false, "Too many."]);
    pairing.look(wish);
    expect(pairing.problem).toBe("");
    sockets[2]!.onopen();
    sockets[2]!.say({ type: "stopped" });
    expect(pairing.problem).toContain("another window");
    expect(found).toEqual([]);
  });
});
