import { describe, expect, it } from "vitest";

import type { ChatLine, ChatMessage } from "../../wire.ts";
import { find, receive, seen, speaker, speakerName, type Room } from "./talk.ts";

const line = (id: number, part: Partial<ChatLine> = {}): ChatLine => ({
  id,
  room: "players",
  seat: "black",
  name: "Ada",
  account: true,
  mine: false,
  at: "2027-01-01T00:00:00Z",
  text: `line ${id}`,
  removed: false,
  ...part,
});

const welcome: ChatMessage = {
  type: "rooms",
  rooms: [
    { room: "players", read: true, write: true, why: "" },
    { room: "watchers", read: false, write: false, why: "Later." },
  ],
};

const after = (...messages: ChatMessage[]): readonly Room[] => messages.reduce<readonly Room[]>(receive, []);
const ids = (rooms: readonly Room[]): number[] => find(rooms, "players")?.lines.map((l) => l.id) ?? [];
const history = (from: number, to: number, more: boolean): ChatMessage => ({
  type: "history",
  history: {
    room: "players",
    more,
    lines: Array.from({ length: to - from + 1 }, (_, i) => line(from + i)),
  },
});

describe("talk", () => {
  it("sorts lines, each once, in whatever order they arrive", () => {
    const rooms = after(
      welcome,
      { type: "line", line: line(7) },
      history(3, 5, true),
      { type: "line", line: line(6) },
      { type: "line", line: line(7) },
    );
    expect(ids(rooms)).toEqual([3, 4, 5, 6, 7]);
    expect(find(rooms, "players")?.more).toBe(true);
    expect(find(rooms, "players")?.unread).toBe(2);
  });

  it("knows from the earliest page whether there are earlier lines", () => {
    const rooms = after(welcome, history(50, 60, true), history(1, 49, false));
    expect(find(rooms, "players")?.more).toBe(false);
    expect(find(receive(rooms, history(50, 60, true)), "players")?.more).toBe(false); // after a reconnect
  });

  it("counts lines of others until the room is visible", () => {
    let rooms = after(
      welcome,
      { type: "line", line: line(1) },
      { type: "line", line: line(2, { mine: true }) },
    );
    expect(find(rooms, "players")?.unread).toBe(1);
    rooms = seen(rooms, "players");
    expect(find(rooms, "players")?.unread).toBe(0);
    expect(seen(rooms, "players")).toBe(rooms);
  });

  it("removes a deleted line, and does not count it as unread", () => {
    const rooms = after(welcome, history(1, 2, false), {
      type: "removed",
      line: line(1, { text: "", removed: true }),
    });
    expect(find(rooms, "players")?.lines.map((l) => l.text)).toEqual(["", "line 2"]);
    expect(find(rooms, "players")?.unread).toBe(0);
  });

  it("keeps lines when rights change, and drops missing rooms", () => {
    const rooms = after(
      welcome,
      history(1, 2, false),
      { type: "line", line: line(9, { room: "kitchen" }) },
      welcome,
    );
    expect(ids(rooms)).toEqual([1, 2]);
    expect(rooms).toHaveLength(2);
  });

  it("identifies speakers by their account, else by their seat", () => {
    expect(speaker(line(1))).not.toBe(speaker(line(1, { account: false })));
    expect(speaker(line(1, { account: false, name: "x" }))).toBe(
      speaker(line(2, { account: false, name: "y" })),
    );
    expect(speakerName(line(1, { name: "" }))).toBe("Black");
    expect(speakerName(line(1, { name: "", seat: "" }))).toBe("Someone who left");
  });
});
