// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";

import { lines, type Line } from "../../testing/lines.ts";
import type { ChatLine } from "../../wire.ts";
import { Chat } from "./chat.svelte.ts";

let line: Line;
let chat: Chat;

beforeEach(() => {
  const sockets = lines();
  chat = new Chat("games", "g");
  chat.connect();
  line = sockets[0]!;
  line.open();
  line.say({ type: "rooms", rooms: [{ room: "players", read: true, write: true, why: "" }] });
});

const said = (id: number, name: string, part: Partial<ChatLine> = {}): ChatLine => ({
  id,
  room: "players",
  seat: "black",
  name,
  account: true,
  mine: false,
  at: "2026-01-01T00:00:00Z",
  text: `Line ${id}`,
  removed: false,
  ...part,
});
const hear = (message: ChatLine) => line.say({ type: "line", line: message });

/** Sends a line; returns its state so far. */
function say(text: string) {
  const state = { taken: null as boolean | null };
  void chat.say("players", text).then((taken) => (state.taken = taken));
  return state;
}
const turn = () => new Promise<void>((done) => queueMicrotask(done));

describe("the user's own line", () => {
  it("is pending until the server has accepted it", async () => {
    const first = say("Hello");
    expect(line.sent.at(-1)).toEqual({ type: "say", id: "c1", room: "players", text: "Hello" });
    line.say({ type: "said", said: { id: "c0", line: 1 } });
    line.say({ type: "error", error: { id: "c0", code: "x", text: "Too fast." } });
    await turn();
    expect([chat.sending, first.taken]).toEqual([true, null]);
    line.say({ type: "said", said: { id: "c1", line: 2 } });
    await turn();
    expect([chat.sending, first.taken]).toEqual([false, true]);
  });

  it("is sent one at a time, and not if it is empty", async () => {
    say("Hello");
    const second = say("Hello?");
    const empty = say("  ");
    await turn();
    expect([second.taken, empty.taken, line.sent.length]).toEqual([false, false, 2]);
  });

  it("fails if it is refused or the connection is lost", async () => {
    const refused = say("Hello");
    line.say({ type: "error", error: { id: "c1", code: "x", text: "Too fast." } });
    await turn();
    expect([refused.taken, chat.sending, chat.problem]).toEqual([false, false, "Too fast."]);
    const lost = say("Hello");
    expect(chat.problem).toBe("");
    line.onclose();
    await turn();
    expect([lost.taken, chat.sending, chat.connection]).toEqual([false, false, "lost"]);
    chat.close();
  });
});

describe("lines of others", () => {
  it("are unread until their room is visible", () => {
    hear(said(1, "Bob"));
    expect([chat.unread, chat.spoken]).toEqual([1, "Bob says: Line 1"]);
    chat.show("players");
    hear(said(2, "Bob"));
    expect(chat.unread).toBe(0);
    chat.show("");
    hear(said(3, "Ada", { mine: true }));
    expect(chat.unread).toBe(0);
    hear(said(4, "Bob"));
    expect(chat.unread).toBe(1);
  });

  it("are kept but not unread if their writer is muted", () => {
    chat.mute(said(1, "Bob"));
    hear(said(1, "Bob"));
    hear(said(2, "Cy"));
    expect([chat.unread, chat.spoken]).toEqual([1, "Cy says: Line 2"]);
    expect(chat.rooms[0]!.lines.map((l) => l.id)).toEqual([1, 2]);
    chat.forget(said(1, "Bob"));
    expect(chat.rooms[0]!.lines.map((l) => l.id)).toEqual([2]);
  });
});
