import { beforeEach, describe, expect, it } from "vitest";

import type { ClientMessage, Event as GameEvent, Plan, Presence, Rematch, Snapshot } from "../wire.ts";
import { GameMachine, shownStones, type GameView } from "./machine.ts";
import { heard } from "../testing/recorded/game.ts";
import { clocksWith, infoWith, stateWith, thinkingWith } from "./testing/game.ts";
import { rengoWith } from "./testing/rengo.ts";

const state = stateWith;

const game = infoWith({ white: { kind: "engine", name: "Level 1", engine: "level:1" } });

const snapshot = (part: Partial<Snapshot> = {}): Snapshot => ({
  game,
  version: 1,
  you: "black",
  stones: "....",
  moves: [],
  taken: [],
  state: state(),
  ...part,
});

const moved = (
  version: number,
  color: "black" | "white",
  point: number,
  part: Partial<GameEvent> = {},
): GameEvent => ({
  version,
  kind: "moved",
  by: color,
  move: ["A1", "B1", "A2", "B2"][point] ?? "pass",
  title: "",
  set: point < 0 ? [] : [{ point, color }],
  clear: [],
  plies: version - 1,
  state: state({ ply: version - 1, last: point, toPlay: color === "black" ? "white" : "black" }),
  ...part,
});

let sent: ClientMessage[];
let refusals: string[];
let events: string[];
let views: GameView[];
let machine: GameMachine;

beforeEach(() => {
  [sent, refusals, events, views] = [[], [], [], []];
  let id = 0;
  machine = new GameMachine(
    (message) => sent.push(message),
    () => `c${++id}`,
    {
      changed: (view) => views.push(view),
      event: (event) => events.push(event.kind),
      refused: (error) => refusals.push(error.code),
    },
  );
});

/** A connected machine with the first snapshot. */
function begin(part: Partial<Snapshot> = {}): void {
  machine.opened();
  machine.receive({ type: "snapshot", snapshot: snapshot(part) });
  sent.length = 0;
}

const view = (): GameView => {
  if (!machine.view) throw new Error("no view yet");
  return machine.view;
};

describe("events", () => {
  it("requests everything at first", () => {
    machine.opened();
    expect(sent).toEqual([{ type: "hello", version: 0 }]);
  });

  it("sets and clears stones and keeps the moves", () => {
    begin();
    machine.receive({ type: "event", event: moved(2, "black", 0) });
    machine.receive({ type: "event", event: moved(3, "white", 1, { clear: [0] }) });
    expect(view().stones).toBe(".o..");
    expect(view().moves).toEqual(["A1", "B1"]);
    expect(view().version).toBe(3);
    expect(events).toEqual(["moved", "moved"]);
  });

  it("ignores repeated ones", () => {
    begin();
    machine.receive({ type: "event", event: moved(2, "black", 0) });
    machine.receive({ type: "event", event: moved(2, "black", 0) });
    expect(view().moves).toEqual(["A1"]);
    expect(events).toEqual(["moved"]);
  });

  it("requests missing ones, and changes nothing", () => {
    begin();
    machine.receive({ type: "event", event: moved(3, "white", 1) });
    expect(sent).toEqual([{ type: "hello", version: 1 }]);
    expect(view().version).toBe(1);
    expect(view().stones).toBe("....");
    machine.receive({ type: "event", event: moved(2, "black", 0) });
    machine.receive({ type: "event", event: moved(3, "white", 1) });
    expect(view().stones).toBe("xo..");
  });

  it("shortens the list of moves when some are taken back", () => {
    begin({ stones: "xo..", moves: ["A1", "B1"], version: 3, state: state({ ply: 2 }) });
    machine.receive({
      type: "event",
      event: {
        ...moved(4, "black", 0),
        kind: "undone",
        move: "",
        set: [],
        clear: [0, 1],
        plies: 0,
        state: state(),
      },
    });
    expect(view().moves).toEqual([]);
    expect(view().stones).toBe("....");
  });

  it("shows the engine's place in the queue until it thinks", () => {
    begin({ state: state({ toPlay: "white", ply: 1 }), version: 2 });
    machine.receive({ type: "waiting", waiting: { ahead: 2, seconds: 20 } });
    expect(view().queued?.ahead).toBe(2);
    machine.receive({ type: "thinking", thinking: thinkingWith({ color: "white", nodes: 10 }) });
    expect(view().queued).toBeNull();
    machine.receive({ type: "waiting", waiting: { ahead: 1, seconds: 10 } });
    machine.closed();
    expect(view().queued).toBeNull();
  });

  it("shows thinking until the engine has moved", () => {
    begin({ state: state({ toPlay: "white", ply: 1 }), version: 2 });
    const thinking = thinkingWith({ color: "white", nodes: 10 });
    machine.receive({ type: "thinking", thinking });
    expect(view().thinking?.nodes).toBe(10);
    machine.receive({ type: "event", event: moved(3, "white", 1) });
    expect(view().thinking).toBeNull();
  });
});

describe("commands", () => {
  it("shows the player's own stone immediately and sends it with its ply", () => {
    begin();
    machine.play("B2", 3);
    expect(shownStones(view())).toBe("...x");
    expect(view().stones).toBe("....");
    expect(sent).toEqual([{ type: "play", ply: 0, move: "B2", id: "c1" }]);
  });

  it("sends only one move while it waits", () => {
    begin();
    machine.play("B2", 3);
    machine.play("A1", 0);
    expect(sent).toHaveLength(1);
  });

  it("removes the stone when it is refused, and says why", () => {
    begin();
    machine.play("B2", 3);
    machine.receive({ type: "error", error: { id: "c1", code: "ko", text: "no" } });
    expect(shownStones(view())).toBe("....");
    expect(view().unconfirmed).toBeNull();
    expect(refusals).toEqual(["ko"]);
    machine.play("A1", 0);
    expect(shownStones(view())).toBe("x...");
  });

  it.each(["ack first", "event first"])("ends with one stone and nothing waiting (%s)", (order) => {
    begin();
    machine.play("B2", 3);
    const ack = { type: "ack", ack: { id: "c1", version: 2, you: "black" } };
    const event = { type: "event", event: moved(2, "black", 3) };
    for (const m of order === "ack first" ? [ack, event] : [event, ack]) {
      machine.receive(m);
      expect(shownStones(view())).toBe("...x");
    }
    expect(view().unconfirmed).toBeNull();
    expect(view().waiting).toBe(0);
  });

  it("sends unacknowledged ones again after a loss, with the same id", () => {
    begin();
    machine.play("B2", 3);
    machine.closed();
    expect(shownStones(view())).toBe("...x");
    machine.opened();
    expect(sent.slice(1)).toEqual([
      { type: "hello", version: 1 },
      { type: "play", ply: 0, move: "B2", id: "c1" },
    ]);
  });

  it("does not send acknowledged ones again", () => {
    begin();
    machine.play("B2", 3);
    machine.receive({ type: "ack", ack: { id: "c1", version: 2, you: "black" } });
    machine.closed();
    machine.opened();
    expect(sent.slice(1)).toEqual([{ type: "hello", version: 1 }]);
  });

  it("keeps a command made while the connection is down", () => {
    begin();
    machine.closed();
    machine.play("B2", 3);
    expect(sent).toEqual([]);
    machine.opened();
    expect(sent.map((m) => m.type)).toEqual(["hello", "play"]);
  });

  it("drops its unconfirmed stone when a snapshot supersedes it", () => {
    begin();
    machine.play("B2", 3);
    machine.receive({
      type: "snapshot",
      snapshot: snapshot({ version: 3, stones: "o..x", moves: ["B2", "A1"], state: state({ ply: 2 }) }),
    });
    expect(view().unconfirmed).toBeNull();
    expect(shownStones(view())).toBe("o..x");
  });

  it("requests the state again when the server says that it is out of step", () => {
    begin();
    machine.play("B2", 3);
    machine.receive({ type: "error", error: { id: "c1", code: "out-of-step", text: "" } });
    expect(sent.at(-1)).toEqual({ type: "hello", version: 1 });
    expect(view().unconfirmed).toBeNull();
  });

  it("learns its seat from the answer to a join", () => {
    begin({ you: "", state: state({ phase: "waiting" }) });
    machine.join("", "Bob");
    expect(sent[0]).toEqual({ type: "join", color: "", name: "Bob", id: "c1" });
    machine.receive({ type: "ack", ack: { id: "c1", version: 2, you: "white" } });
    expect(view().you).toBe("white");
  });

  it("accepts the marks that it has seen", () => {
    begin({ version: 9, state: state({ phase: "scoring", toPlay: "" }) });
    machine.accept();
    expect(sent[0]).toEqual({ type: "accept", version: 9, id: "c1" });
  });

  it("reports errors that belong to no command", () => {
    begin();
    machine.receive({ type: "error", error: { code: "engine", text: "The computer failed." } });
    expect(refusals).toEqual(["engine"]);
  });
});

describe("clocks", () => {
  const clocks = clocksWith();

  it("count from the time when an event arrived", () => {
    machine.opened();
    machine.receive({ type: "snapshot", snapshot: snapshot({ state: state({ clocks }) }) }, 1000);
    expect(view().clocksAt).toBe(1000);
    machine.receive({ type: "event", event: moved(2, "black", 0) }, 5000);
    expect(view().clocksAt).toBe(5000);
  });

  it("are corrected by the server's data for that version, and no other", () => {
    begin();
    machine.receive({ type: "clock", clock: { version: 1, elapsed: 700 } }, 1000);
    expect(view().clocksAt).toBe(300);
    machine.receive({ type: "clock", clock: { version: 2, elapsed: 900 } }, 1000);
    expect(view().clocksAt).toBe(300);
  });

  it("know the time of the message that a player has left", () => {
    begin();
    const plan = { ply: 0, lines: [["A1", "B1"]], dropped: "" };
    machine.receive({ type: "plan", plan });
    expect(view().plan).toEqual(plan);
    const presence = { black: true, white: false, watchers: 0, claim: { by: "black", in: 60_000 } };
    machine.receive({ type: "presence", presence }, 4000);
    expect(view()).toMatchObject({ presence, presenceAt: 4000 });
    machine.receive({ type: "snapshot", snapshot: snapshot({ version: 2 }) }, 9000);
    expect(view().presenceAt).toBe(4000);
  });
});

describe("requests between people", () => {
  it("are sent unchanged, a claim with whether it is a draw", () => {
    begin();
    machine.ask("grant");
    machine.claim(true);
    expect(sent).toEqual([
      { type: "grant", id: "c1" },
      { type: "claim", draw: true, id: "c2" },
    ]);
  });

  it("take moves back when granted", () => {
    begin();
    machine.receive({ type: "event", event: moved(2, "black", 0) });
    const granted = { ...moved(3, "white", -1), kind: "granted", move: "", plies: 0, clear: [0] };
    machine.receive({ type: "event", event: granted });
    expect(view().moves).toEqual([]);
    expect(view().taken).toEqual([]);
    expect(view().stones).toBe("....");
  });
});

describe("places of rengo", () => {
  const freed = (by: string, place: number): GameEvent => ({
    ...moved(2, "black", -1),
    kind: "freed",
    by,
    place,
    move: "",
    plies: 0,
    state: state({ phase: "waiting" }),
  });

  it("are in the snapshot and in the answer to a wish", () => {
    begin({ you: "", game: rengoWith(["Ada", ""], ["", ""], { phase: "waiting" }) });
    expect(view().place).toBe(0);
    machine.join("white", "Bo", 2);
    expect(sent).toEqual([{ type: "join", id: "c1", color: "white", name: "Bo", place: 2 }]);
    machine.receive({ type: "ack", ack: { id: "c1", version: 2, you: "white", place: 2 } });
    expect([view().you, view().place]).toEqual(["white", 2]);
    machine.receive({ type: "snapshot", snapshot: snapshot({ you: "black", place: 1 }) });
    expect([view().you, view().place]).toEqual(["black", 1]);
  });

  it("are requested without a number if any will do", () => {
    begin({ you: "" });
    machine.join("", "Bo");
    expect(sent).toEqual([{ type: "join", id: "c1", color: "", name: "Bo" }]);
  });

  it("are also freed when the player gives theirs back on another page, or is removed", () => {
    begin({ you: "white", place: 2 });
    machine.receive({ type: "event", event: freed("white", 2) });
    expect([view().you, view().place]).toEqual(["", 0]);
  });

  it("stay with players whose partner has left", () => {
    begin({ you: "white", place: 2 });
    machine.receive({ type: "event", event: freed("white", 1) });
    expect([view().you, view().place]).toEqual(["white", 2]);
  });
});

describe("the recording of a real server", () => {
  it("is followed to its end", () => {
    machine.opened();
    const seen = heard.map((message) => {
      machine.receive(message, 0);
      const view = views.at(-1);
      return `${message.type} ${view?.stones.replaceAll(".", "")} ${view?.state.phase} ${view?.moves.join()}`;
    });
    expect(seen).toEqual([
      "snapshot  waiting ",
      "event  playing ",
      "event x playing C3",
      "ack x playing C3",
      "error x playing C3",
      "event ox playing C3,B3",
      "event ox finished C3,B3",
      "ack ox finished C3,B3",
    ]);
    expect([events, refusals]).toEqual([["joined", "moved", "moved", "resigned"], ["not-your-turn"]]);
    expect(views.at(-1)).toMatchObject({
      you: "black",
      version: 5,
      game: { white: { name: "Bob" }, result: "W+R" },
    });
  });
});

describe("the view keeps", () => {
  beforeEach(() => {
    machine.opened();
    machine.receive({ type: "snapshot", snapshot: snapshot() });
  });
  const view = () => views.at(-1)!;

  it("the computer's thoughts about its move, until the next event", () => {
    machine.receive({ type: "thinking", thinking: thinkingWith({ done: true }) });
    machine.receive({ type: "event", event: moved(2, "black", 0) });
    expect(view().thought?.done).toBe(true);
    machine.receive({ type: "event", event: moved(3, "black", -1, { kind: "resigned", plies: 1 }) });
    expect(view().thought).toBeNull();
  });

  it("presence, conditional moves and the rematch, over a snapshot without them", () => {
    const presence = { black: true, white: false } as unknown as Presence;
    const [plan, rematch] = [{ lines: [] } as unknown as Plan, { game: "g2" } as unknown as Rematch];
    machine.receive({ type: "presence", presence }, 5);
    machine.receive({ type: "plan", plan });
    machine.receive({ type: "rematch", rematch });
    machine.receive({ type: "snapshot", snapshot: snapshot({ version: 4 }) }, 9);
    expect(view()).toMatchObject({ version: 4, presence, presenceAt: 5, clocksAt: 9, plan, rematch });
  });
});
