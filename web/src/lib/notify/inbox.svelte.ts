// What waits for the user: games with others in which it is their turn, and notifications. One tab of the browser
// listens to the server and tells the others.
import type { Inbox } from "../../wire.ts";
import { router } from "../router/router.svelte.ts";
import { inboxPath, readNotifications } from "../server/api.ts";
import { recall, remember, settings } from "../settings.svelte.ts";
import { chime } from "../sound.ts";
import { Lead, LOOK, type Lease } from "./lead.ts";
import { renewPush } from "./push.ts";

const leaseKey = "moyo.inbox";
/** When a tab of this browser was last visible, in milliseconds since 1970. */
const seenKey = "moyo.seen";

/** Messages between tabs of one browser. */
type Message = { type: "hello" } | { type: "inbox"; inbox: Inbox };

class LiveInbox {
  list: Inbox = $state.raw({ waiting: [], notifications: [] });
  /** whether this page may be visible */
  #visible = $state(document.visibilityState === "visible");
  #lead = new Lead(crypto.getRandomValues(new Uint32Array(2)).join("-"), {
    read: () => recall<Lease | null>(leaseKey, null),
    write: (lease) => remember(leaseKey, lease),
  });
  #channel: BroadcastChannel | null = null;
  #stream: EventSource | null = null;
  #leading = false;
  /** the user has left the page, perhaps for good; browsers continue to report it as hidden */
  #left = false;

  /** The waiting games, except the one on the screen. */
  get waiting(): number {
    const { route } = router;
    const shown = this.#visible && route.page === "game" ? route.id : "";
    return this.list.waiting.filter((game) => game.id !== shown).length;
  }

  get unread(): number {
    return this.list.notifications.filter((n) => !n.read).length;
  }

  /** Listens until the returned function is called. */
  start(): () => void {
    this.#channel = new BroadcastChannel("moyo.inbox");
    this.#channel.onmessage = (e: MessageEvent<Message>) => this.#hear(e.data);
    this.#channel.postMessage({ type: "hello" } satisfies Message);
    const timer = setInterval(() => this.#look(), LOOK);
    const seen = () => this.#see();
    const stored = (e: StorageEvent) => e.key === leaseKey && this.#look();
    const leave = () => this.#leave();
    const back = () => this.#start();
    document.addEventListener("visibilitychange", seen);
    addEventListener("storage", stored);
    addEventListener("pagehide", leave);
    addEventListener("pageshow", back);
    this.#start();
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", seen);
      removeEventListener("storage", stored);
      removeEventListener("pagehide", leave);
      removeEventListener("pageshow", back);
      this.#leave();
      this.#channel?.close();
    };
  }

  /** Marks everything up to a notification as read. */
  async read(upTo: number): Promise<void> {
    this.#tell(await readNotifications({ upTo }));
  }

  #see(): void {
    this.#visible = document.visibilityState === "visible";
    remember(seenKey, this.#visible ? Date.now() : 0);
    this.#look();
  }

  #start(): void {
    this.#left = false;
    this.#look();
  }

  /** Takes or keeps the lead, if possible, and listens with it. */
  #look(): void {
    if (this.#left) return;
    if (this.#visible) remember(seenKey, Date.now());
    this.#leading = this.#lead.hold(Date.now());
    if (!this.#leading) this.#close();
    else if (!this.#stream || this.#stream.readyState === EventSource.CLOSED) this.#listen();
  }

  #listen(): void {
    this.#close();
    const stream = new EventSource(inboxPath);
    this.#stream = stream;
    stream.onopen = () => void renewPush().catch(() => undefined);
    stream.onmessage = (e: MessageEvent<string>) => this.#tell(JSON.parse(e.data) as Inbox);
  }

  #close(): void {
    this.#stream?.close();
    this.#stream = null;
  }

  #leave(): void {
    this.#left = true;
    this.#close();
    this.#lead.leave();
    this.#leading = false;
  }

  #hear(message: Message): void {
    if (message.type === "inbox") this.list = message.inbox;
    else if (this.#leading && this.#stream) this.#say();
  }

  #tell(list: Inbox): void {
    const before = this.list;
    this.list = list;
    this.#say();
    const known = new Set(before.waiting.map((game) => game.id));
    if (list.waiting.some((game) => !known.has(game.id))) this.#sound();
  }

  #say(): void {
    this.#channel?.postMessage({ type: "inbox", inbox: this.list } satisfies Message);
  }

  /** Plays a sound, if no tab of this browser is visible. */
  #sound(): void {
    const looked = Date.now() - recall(seenKey, 0) < 2 * LOOK;
    if (settings.turnSound && this.#leading && !this.#visible && !looked) chime();
  }
}

export const inbox = new LiveInbox();
