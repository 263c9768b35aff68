// Being called to a table while the page is closed: the browser's push service, one subscription for all tables.

import { lang } from "../i18n";
import { api } from "../net/api";
import { isLocal } from "../net/local";
import { isId, isText, shape } from "./checks";
import { loadTable, saveTable } from "./storage";

/** Can this browser be called at all? It wants a secure page. */
export function canBeCalled(): boolean {
  return isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** The key of this server, or null if it cannot call; nobody is called to a table of this device alone. */
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

/** The subscription of this browser; one that was made for other keys is of no use any more. */
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

/** Keeps for the service worker, which cannot read what the page has stored, where this device wants to be called. */
async function keepCall(code: string, call: Call | null): Promise<void> {
  const kept = await caches.open("calls");
  const known: unknown = await (await kept.match("/calls"))?.json().catch(() => []);
  const others = (Array.isArray(known) ? known : []).filter(isCall).filter((each) => each.code !== code);
  await kept.put("/calls", Response.json(call ? [...others, call] : others));
}

/** Has this device called to a table; false if the person or the browser does not want that. */
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

/** Has this device called no more. */
export async function leaveMe(code: string): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const found = await pushManager.getSubscription();
  if (found) await api.unsubscribe(code, found.endpoint);
  await keepCall(code, null);
  saveTable({ ...loadTable(code), isCalled: false });
}
