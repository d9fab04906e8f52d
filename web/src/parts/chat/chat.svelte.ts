// The talk of a game or a study on the page: its own socket, opened when there is anybody to
// talk to, and a reactive copy of what was said.
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
  /** why the last line was not said */
  problem = $state("");
  /** a line is on its way */
  sending = $state(false);
  muted: readonly string[] = $state.raw([]);
  /** what a screen reader hears */
  spoken = $state("");
  /** the room that is on the screen, "" for none */
  #shown = $state("");
  /** there is, or was, somebody to talk to */
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

  /** The rooms that there is something to do in. */
  readonly open: readonly Room[] = $derived(this.rooms.filter((room) => room.read || room.write));

  /** Lines of others that nobody has looked at. */
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

  /** Asks anew what may be read: the game has begun or ended. */
  refresh(): void {
    this.#line?.send(JSON.stringify({ type: "hello" } satisfies ChatRequest));
  }

  /** Says a line; whether it was taken. */
  say(room: string, text: string): Promise<boolean> {
    if (!text.trim() || this.sending || this.connection !== "open") return Promise.resolve(false);
    this.problem = "";
    this.sending = true;
    const id = `c${++this.#commands}`;
    this.#line?.send(JSON.stringify({ type: "say", id, room, text } satisfies ChatRequest));
    return new Promise((done) => (this.#waiting = { id, done }));
  }

  /** A room is on the screen, "" for none. */
  show(room: string): void {
    this.#shown = room;
    this.rooms = seen(this.rooms, room);
  }

  /** Fetches what was said before the first line. */
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

  /** Shows again what everybody says. */
  unmute(): void {
    this.#setMuted([]);
  }

  /** Forgets the lines of somebody who is blocked from now on; the server sends none any more. */
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
      return; // it is kept, and is nothing new
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
