// The chat of a game or a study on the page: its own socket, opened when there is a partner, and a reactive copy of
// the lines.
import { ApiError, chatPath, getChat, sentence, type Talked } from "../../lib/server/api.ts";
import { refusalText } from "../../lib/words/refusals.ts";
import { Connection, type ConnectionState } from "../../lib/server/connection.ts";
import { t } from "../../text/text.ts";
import type { ChatLine, ChatMessage, ChatRequest } from "../../wire.ts";
import { mutedIn, rememberMuted } from "./muted.ts";
import { find, receive, seen, speaker, speakerName, type Room } from "./talk.ts";

export class Chat {
  rooms: readonly Room[] = $state.raw([]);
  connection: ConnectionState = $state("connecting");
  /** why the last line was refused */
  problem = $state("");
  /** a line is being sent */
  sending = $state(false);
  muted: readonly string[] = $state.raw([]);
  /** what a screen reader announces */
  spoken = $state("");
  /** the visible room, "" for none */
  #shown = $state("");
  /** there is, or was, a partner */
  wanted = $state(false);
  #line: Connection | null = null;
  #commands = 0;
  #waiting: { id: string; done: (said: boolean) => void } | null = null;
  readonly #about: Talked;
  readonly #id: string;

  constructor(about: Talked, id: string) {
    this.#about = about;
    this.#id = id;
    this.muted = mutedIn(id);
  }

  /** The available rooms. */
  readonly open: readonly Room[] = $derived(this.rooms.filter((room) => room.read || room.write));

  /** The number of unread lines of others. */
  readonly unread: number = $derived(this.open.reduce((n, room) => n + room.unread, 0));

  /** Connects, unless that was done before. */
  connect(): void {
    if (this.#line) return;
    this.wanted = true;
    this.#line = new Connection(location.origin.replace(/^http/, "ws") + chatPath(this.#about, this.#id), {
      opened: () => this.refresh(),
      closed: () => this.#answered(false),
      message: (data) => this.#receive(JSON.parse(data) as ChatMessage),
      state: (state) => (this.connection = state),
    });
  }

  /** Requests again what the user may read: the game has started or ended. */
  refresh(): void {
    this.#line?.send(JSON.stringify({ type: "hello" } satisfies ChatRequest));
  }

  /** Sends a line; returns whether it was accepted. */
  say(room: string, text: string): Promise<boolean> {
    if (!text.trim() || this.sending || this.connection !== "open") return Promise.resolve(false);
    this.problem = "";
    this.sending = true;
    const id = `c${++this.#commands}`;
    this.#line?.send(JSON.stringify({ type: "say", id, room, text } satisfies ChatRequest));
    return new Promise((done) => (this.#waiting = { id, done }));
  }

  /** A room became visible, "" for none. */
  show(room: string): void {
    this.#shown = room;
    this.rooms = seen(this.rooms, room);
  }

  /** Loads earlier lines. */
  async earlier(name: string): Promise<void> {
    const first = find(this.rooms, name)?.lines[0];
    if (!first) return;
    try {
      const history = await getChat(this.#about, this.#id, name, first.id);
      this.rooms = receive(this.rooms, { type: "history", history });
    } catch (error) {
      this.problem = error instanceof ApiError ? error.message : String(error);
    }
  }

  isMuted(line: ChatLine): boolean {
    return !line.mine && this.muted.includes(speaker(line));
  }

  mute(line: ChatLine): void {
    this.#setMuted([...this.muted.filter((s) => s !== speaker(line)), speaker(line)]);
  }

  /** Unmutes everyone. */
  unmute(): void {
    this.#setMuted([]);
  }

  /** Drops the lines of a newly blocked account; the server no longer sends any. */
  forget(line: ChatLine): void {
    this.rooms = this.rooms.map((room) => ({
      ...room,
      lines: room.lines.filter((l) => l.mine || speaker(l) !== speaker(line)),
    }));
  }

  close(): void {
    this.#line?.close();
  }

  #setMuted(speakers: readonly string[]): void {
    this.muted = speakers;
    rememberMuted(this.#id, speakers);
  }

  #receive(message: ChatMessage): void {
    const { line, said, error } = message;
    if (line && this.isMuted(line)) {
      this.rooms = seen(receive(this.rooms, { ...message, type: "removed" }), this.#shown);
      return; // it is kept, but not unread
    }
    this.rooms = seen(receive(this.rooms, message), this.#shown);
    if (line && message.type === "line" && !line.mine)
      this.spoken = t("play.chat.says", { name: speakerName(line), text: line.text });
    if (said && said.id === this.#waiting?.id) this.#answered(true);
    if (error) {
      this.problem = sentence(refusalText(error, error.text));
      if (error.id === this.#waiting?.id) this.#answered(false);
    }
  }

  #answered(said: boolean): void {
    this.sending = false;
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.done(said);
  }
}
