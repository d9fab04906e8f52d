// The client's side of a game as a state machine without input or output: it takes the server's messages and the
// player's wishes, and calls `send` with outgoing messages. It handles versions, gaps, repeats and roll-back; it
// knows no rules. The socket is in connection.ts, the page's reactive copy in livegame.svelte.ts.
import type {
  Ack,
  ClientMessage,
  Error as Refusal,
  Event as GameEvent,
  GameInfo,
  Plan,
  Presence,
  Rematch,
  ServerMessage,
  Snapshot,
  State,
  Stone,
  Thinking,
  Waiting,
} from "../wire.ts";

/** A stone or pass that the player has made and the server has not yet confirmed. */
interface Unconfirmed {
  ply: number;
  move: string;
  /** -1 for a pass or a choice */
  point: number;
  /** of the stone */
  color: string;
}

/** The page's view of a game; a new object after every change. */
export interface GameView {
  game: GameInfo;
  version: number;
  you: string;
  /** the viewer's place on that seat in rengo, from 1; else 0 */
  place: number;
  /** one character per point, without the unconfirmed stone */
  stones: string;
  moves: readonly string[];
  /** the stones that left the board with each move, besides the one that it placed */
  taken: readonly (readonly Stone[])[];
  state: State;
  /** the time of the clocks' state, by the page's monotonic clock, in milliseconds */
  clocksAt: number;
  unconfirmed: Unconfirmed | null;
  thinking: Thinking | null;
  /** the computer's place in the queue for the engine */
  queued: Waiting | null;
  /** its thoughts about its last move; null before that, and after an undo */
  thought: Thinking | null;
  presence: Presence | null;
  /** the time of that message, by the same clock */
  presenceAt: number;
  /** another game between the same players, offered or made */
  rematch: Rematch | null;
  /** the viewer's conditional moves in a correspondence game; null before they arrive */
  plan: Plan | null;
  /** commands that the server has not answered yet */
  waiting: number;
}

/** A player's wishes without parameters. */
export type Wish =
  | "resign"
  | "abort"
  | "leave"
  | "undo"
  | "grant"
  | "deny"
  | "resume"
  | "stop"
  | "draw"
  | "decline"
  | "time"
  | "pause"
  | "unpause"
  | "rematch";

/** Callbacks to the page, besides the view. */
interface Listener {
  changed(view: GameView): void;
  /** An event was applied; the views before and after it. */
  event?(event: GameEvent, before: GameView, after: GameView): void;
  /** A command was refused, or the game could not be loaded at all (no command). */
  refused?(error: Refusal, command: ClientMessage | null): void;
}

interface Pending {
  message: ClientMessage;
  unconfirmed: Unconfirmed | null;
  /** the version that the command led to, once acknowledged */
  acked: number | null;
}

const letters: Record<string, string> = { black: "x", white: "o" };

export class GameMachine {
  #view: GameView | null = null;
  #pending: Pending[] = [];
  #connected = false;
  #send: (message: ClientMessage) => void;
  #newId: () => string;
  #listener: Listener;

  constructor(send: (message: ClientMessage) => void, newId: () => string, listener: Listener) {
    this.#send = send;
    this.#newId = newId;
    this.#listener = listener;
  }

  get view(): GameView | null {
    return this.#view;
  }

  /** The unanswered commands, in order. The server runs each once, although it may arrive several times. */
  get unanswered(): ClientMessage[] {
    return this.#pending.filter((p) => p.acked === null).map((p) => p.message);
  }

  /** The socket is open: sends the known version, then unanswered commands again. */
  opened(): void {
    this.#connected = true;
    this.#hello();
    for (const message of this.unanswered) this.#send(message);
  }

  closed(): void {
    this.#connected = false;
    if (this.#view?.thinking || this.#view?.queued) this.#change({ thinking: null, queued: null });
  }

  play(move: string, point: number): void {
    const view = this.#view;
    if (!view || this.#pending.some((p) => p.unconfirmed)) return;
    const unconfirmed = { ply: view.state.ply, move, point, color: view.state.toPlay };
    this.#command({ type: "play", ply: view.state.ply, move }, unconfirmed);
  }

  /** Takes a free seat; in rengo a place on it, 0 for the first free one. */
  join(color: string, name: string, place = 0): void {
    this.#command({ type: "join", color, name, ...(place > 0 ? { place } : {}) });
  }

  ask(type: Wish): void {
    this.#command({ type });
  }

  /** Ends the game because the opponent has left: as won, or as drawn. */
  claim(draw: boolean): void {
    this.#command({ type: "claim", draw });
  }

  /** Accepts the marks as they are shown, and not later ones. */
  accept(): void {
    this.#command({ type: "accept", version: this.#view?.version ?? 0 });
  }

  toggle(point: number): void {
    this.#command({ type: "toggle", point });
  }

  /** Replaces the conditional moves: the answers to the opponent's next moves. */
  plan(lines: string[][]): void {
    this.#command({ type: "plan", ply: this.#view?.state.ply ?? 0, lines });
  }

  /** Takes a message that arrived at that time of the page's monotonic clock, in milliseconds. */
  receive(message: ServerMessage, at = 0): void {
    if (message.snapshot) this.#snapshot(message.snapshot, at);
    else if (message.event) this.#event(message.event, at);
    else if (message.ack) this.#ack(message.ack);
    else if (message.error) this.#refused(message.error);
    else if (message.thinking) this.#thinking(message.thinking);
    else if (message.waiting) this.#change({ queued: message.waiting });
    else if (message.rematch) this.#change({ rematch: message.rematch });
    else if (message.plan) this.#change({ plan: message.plan });
    else if (message.presence) this.#change({ presence: message.presence, presenceAt: at });
    else if (message.clock?.version === this.#view?.version)
      this.#change({ clocksAt: at - (message.clock?.elapsed ?? 0) });
  }

  #hello(): void {
    this.#send({ type: "hello", version: this.#view?.version ?? 0 });
  }

  #command(message: ClientMessage, unconfirmed: Unconfirmed | null = null): void {
    const pending = { message: { ...message, id: this.#newId() }, unconfirmed, acked: null };
    this.#pending.push(pending);
    this.#change({});
    if (this.#connected) this.#send(pending.message);
  }

  #snapshot(s: Snapshot, at: number): void {
    this.#view = {
      game: s.game,
      version: s.version,
      you: s.you,
      place: s.place ?? 0,
      stones: s.stones,
      moves: s.moves ?? [],
      taken: s.taken ?? [],
      state: s.state,
      clocksAt: at,
      unconfirmed: null,
      thinking: null,
      queued: null,
      thought: null,
      presence: this.#view?.presence ?? null,
      presenceAt: this.#view?.presenceAt ?? 0,
      rematch: this.#view?.rematch ?? null,
      plan: this.#view?.plan ?? null,
      waiting: 0,
    };
    this.#settle();
    this.#change({});
  }

  #event(event: GameEvent, at: number): void {
    const before = this.#view;
    if (!before || event.version <= before.version) return;
    if (event.version > before.version + 1) {
      this.#hello();
      return;
    }
    const moved = event.kind === "moved";
    const plies = moved ? event.plies - 1 : event.plies;
    const [kept, taken] = [before.moves.slice(0, plies), before.taken.slice(0, plies)];
    const unseated = event.kind === "freed" && isOwn(event, before);
    this.#view = {
      ...before,
      ...(unseated ? { you: "", place: 0 } : {}),
      version: event.version,
      stones: changeStones(before.stones, event),
      moves: moved ? [...kept, event.move] : kept,
      taken: moved ? [...taken, takenBy(event, before.stones)] : taken,
      state: event.state,
      clocksAt: at,
      game: event.game ?? { ...before.game, phase: event.state.phase, ply: event.state.ply },
      thinking: event.state.turn === before.thinking?.turn ? before.thinking : null,
      queued: null,
      thought: moved ? before.thought : null,
    };
    this.#settle();
    this.#change({});
    this.#listener.event?.(event, before, this.#view);
  }

  #ack({ id, version, you, place = 0 }: Ack): void {
    const pending = this.#pending.find((p) => p.message.id === id);
    if (pending) pending.acked = version;
    this.#settle();
    this.#change({ you, place });
  }

  #refused(error: Refusal): void {
    const index = this.#pending.findIndex((p) => p.message.id === error.id);
    const [pending] = index < 0 ? [] : this.#pending.splice(index, 1);
    this.#change({});
    // "out-of-step" means that a message was missed: request it.
    if (error.code === "out-of-step" && this.#view) this.#hello();
    this.#listener.refused?.(error, pending?.message ?? null);
  }

  #thinking(thinking: Thinking): void {
    const [now, done] = thinking.done ? [null, thinking] : [thinking, null];
    this.#change({ thinking: now, thought: done, queued: null });
  }

  /** Drops commands whose effect the view now contains. */
  #settle(): void {
    const version = this.#view?.version ?? -1;
    this.#pending = this.#pending.filter((p) => p.acked === null || p.acked > version);
  }

  #change(part: Partial<GameView>): void {
    if (!this.#view) return;
    const view = { ...this.#view, ...part };
    const open = this.#pending.find((p) => p.unconfirmed)?.unconfirmed ?? null;
    // The event may arrive before its acknowledgement: then the stone is there already.
    view.unconfirmed = open && view.state.ply === open.ply && view.state.phase === "playing" ? open : null;
    view.waiting = this.#pending.length;
    this.#view = view;
    this.#listener.changed(view);
  }
}

/** Reports whether the viewer did it: in rengo not a partner. */
export const isOwn = ({ by, place: at = 0 }: GameEvent, { you, place }: GameView): boolean =>
  by !== "" && by === you && at === place;

/** The stones that an event removes from the board. */
function takenBy(event: GameEvent, stones: string): Stone[] {
  return (event.clear ?? [])
    .filter((point) => stones[point] !== ".")
    .map((point) => ({ point, color: stones[point] === letters["black"] ? "black" : "white" }));
}

function changeStones(stones: string, event: GameEvent): string {
  if (!event.set?.length && !event.clear?.length) return stones;
  const points = [...stones];
  for (const p of event.clear ?? []) points[p] = ".";
  for (const s of event.set ?? []) points[s.point] = letters[s.color] ?? ".";
  return points.join("");
}

/** The stones as shown: including the unconfirmed one. */
export function shownStones(view: GameView): string {
  const u = view.unconfirmed;
  if (!u || u.point < 0) return view.stones;
  return view.stones.slice(0, u.point) + (letters[u.color] ?? ".") + view.stones.slice(u.point + 1);
}
