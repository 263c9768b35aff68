// The part of the service worker that says whose turn it is: it shows what a push brings, and leads back to the table.

/** Is the table before somebody's eyes already? */
async function isSeen(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === path);
}

async function tell({ code, title, body }) {
  if (await isSeen(`/t/${code}`)) return;
  // The same tag as that of the page: a table has one notification, whoever was first.
  await self.registration.showNotification(title, { body, tag: `table-${code}`, icon: "/icon-192.png", data: { code } });
}

self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(tell(event.data.json()));
});

async function lead(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === path);
  await (there ? there.focus() : self.clients.openWindow(path));
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  if (event.notification.data?.code) event.waitUntil(lead(`/t/${event.notification.data.code}`));
});

/** The tables that this device wants to be called to, as the page has kept them for its worker. */
async function keptCalls() {
  const kept = await (await caches.open("calls")).match("/calls");
  const calls = await kept?.json().catch(() => []);
  const isCall = (call) => /^[\w-]+$/.test(call?.code) && typeof call.token === "string";
  return Array.isArray(calls) ? calls.filter(isCall) : [];
}

/** A push service may end a subscription and begin another: every table is told of the new one. */
async function renewCalls({ newSubscription, oldSubscription }) {
  const applicationServerKey =
    oldSubscription?.options.applicationServerKey ?? (await (await fetch("/api/push")).json()).key;
  if (!applicationServerKey) return;
  const { pushManager } = self.registration;
  const found = newSubscription ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  const { endpoint, keys } = found.toJSON();
  for (const { code, token, lang } of await keptCalls()) {
    await fetch(`/api/tables/${code}/subscribe`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth, lang }),
    });
  }
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewCalls(event)));
