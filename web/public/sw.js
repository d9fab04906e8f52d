// Shows what the server pushes while the page is hidden. It caches nothing: the page is as fresh as the server's.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => event.waitUntil(show(event.data)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path));
});

const pages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

/** A visible page already shows it. */
async function show(data) {
  if ((await pages()).some((page) => page.focused)) return;
  let message = {};
  try {
    message = data?.json() ?? {};
  } catch {
    // Not from this server: browsers require some notification.
  }
  const { title = "moyo", text = "", path = "/", tag = "" } = message;
  await self.registration.showNotification(String(title), {
    body: String(text),
    tag: String(tag),
    icon: "/icon-192.png",
    data: { path },
  });
}

/** Opens a page of this site, in an open window if possible. */
async function open(path) {
  const to = typeof path === "string" && /^\/(?!\/)/.test(path) ? path : "/";
  const [page] = await pages();
  if (!page) return self.clients.openWindow(to);
  await page.focus();
  page.postMessage({ path: to });
}
