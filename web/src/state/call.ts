// Push notifications for a table while its page is closed: one subscription of the browser for all tables.

import { lang } from "../i18n";
import { api } from "../net/api";
import { isLocal } from "../net/local";
import { isId, isText, shape } from "./checks";
import { loadTable, saveTable } from "./storage";

/** Whether this browser supports push, which requires a secure context. */
export function canBeCalled(): boolean {
  return isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** The push key of the server, or null if it does not send notifications; offline tables have none. */
export async function callKey(code: string): Promise<string | null> {
  return canBeCalled() && !isLocal(code) ? (await api.pushKey()).key : null;
}

export function isCalled(code: string): boolean {
  return loadTable(code).isCalled ?? false;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

function isKey(subscription: PushSubscription, key: string): boolean {
  const known = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0));
  const wanted = bytesOf(key);
  return known.length === wanted.length && wanted.every((byte, i) => byte === known[i]);
}

/** Return the push subscription of this browser; one for other keys is replaced. */
async function subscribe(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const found = await pushManager.getSubscription();
  if (found && isKey(found, key)) return found;
  await found?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
}

interface Call {
  code: string;
  token: string;
  lang: string;
}

const isCall = shape<Call>({ code: isId, token: isText, lang: isText });

/** Store the subscribed tables for the service worker, which cannot read the page's storage. */
async function keepCall(code: string, call: Call | null): Promise<void> {
  const kept = await caches.open("calls");
  const known: unknown = await (await kept.match("/calls"))?.json().catch(() => []);
  const others = (Array.isArray(known) ? known : []).filter(isCall).filter((each) => each.code !== code);
  await kept.put("/calls", Response.json(call ? [...others, call] : others));
}

/** Subscribe to notifications for a table; return false if the user or the browser refuses. */
export async function callMe(code: string, key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { endpoint, keys } = (await subscribe(key)).toJSON();
  const stored = loadTable(code);
  const wish = { endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "", lang: lang() };
  await api.subscribe(code, stored.token, wish);
  await keepCall(code, { code, token: stored.token, lang: lang() });
  saveTable({ ...stored, isCalled: true });
  return true;
}

/** Unsubscribe from the notifications for a table. */
export async function leaveMe(code: string): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const found = await pushManager.getSubscription();
  if (found) await api.unsubscribe(code, found.endpoint);
  await keepCall(code, null);
  saveTable({ ...loadTable(code), isCalled: false });
}
