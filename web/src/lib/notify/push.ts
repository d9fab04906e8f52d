// Push messages to this browser while no page is open.
import { endPush, savePush } from "../server/api.ts";
import { recall, remember } from "../settings.svelte.ts";

/** Whether messages arrive: "denied" by the browser, "missing" if it has no support. */
export type PushState = "on" | "off" | "denied" | "missing";

const worker = "/sw.js";
/** Reports whether the user wants messages in this browser. */
const key = "moyo.push";

const known = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(worker);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function pushState(): Promise<PushState> {
  if (!known()) return "missing";
  if (Notification.permission === "denied") return "denied";
  return recall(key, false) && (await subscription()) ? "on" : "off";
}

/** Asks for the browser's permission, which needs a click, and then the server. */
export async function switchPushOn(serverKey: string): Promise<PushState> {
  if (!known()) return "missing";
  if ((await Notification.requestPermission()) !== "granted")
    return Notification.permission === "denied" ? "denied" : "off";
  const registration = await navigator.serviceWorker.register(worker);
  const applicationServerKey = bytes(serverKey);
  let own = await registration.pushManager.getSubscription();
  // A subscription is bound to the key that it was made with.
  if (own && !same(own.options.applicationServerKey, applicationServerKey)) {
    await own.unsubscribe();
    own = null;
  }
  own ??= await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  await tell(own);
  remember(key, true);
  return "on";
}

export async function switchPushOff(): Promise<PushState> {
  remember(key, false);
  const own = known() ? await subscription() : null;
  if (own) {
    await endPush({ endpoint: own.endpoint, keys: { p256dh: "", auth: "" } });
    await own.unsubscribe();
  }
  return pushState();
}

/** Renews this browser's registration, for its current user. Call when a page starts to listen. */
export async function renewPush(): Promise<void> {
  if (!recall(key, false) || !known() || Notification.permission !== "granted") return;
  const own = await subscription();
  if (own) await tell(own);
}

/** Calls `go` with the path of a clicked message, until the returned function is called. */
export function followMessages(go: (path: string) => void): () => void {
  const follow = (e: MessageEvent<{ path?: unknown } | null>) => {
    const path = e.data?.path;
    if (typeof path === "string" && /^\/(?!\/)/.test(path)) go(path);
  };
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker; // not available without encryption
  workers?.addEventListener("message", follow);
  return () => workers?.removeEventListener("message", follow);
}

function tell(own: PushSubscription): Promise<unknown> {
  const { keys } = own.toJSON();
  return savePush({
    endpoint: own.endpoint,
    keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" },
  });
}

/** Decodes URL-safe base64. */
function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (c) => c.charCodeAt(0));
}

function same(a: ArrayBuffer | null, b: Uint8Array): boolean {
  return a !== null && a.byteLength === b.length && new Uint8Array(a).every((byte, i) => byte === b[i]);
}
