// Keeps the whole page on this device, so that it opens and plays without a server: hashed files come from what is
// kept, the page itself from the network first, so that no old page meets a new server.

importScripts("/sw-push.js");

// The build writes the version and the files of the page here.
const VERSION = "unbuilt";
const FILES = ["/"];
const CACHE = `paperdice-${VERSION}`;

/** Keeps all files, one after the other, so that whoever opens the page for the first time does not wait for them. */
async function keepFiles() {
  const cache = await caches.open(CACHE);
  for (const file of FILES) {
    if (file.startsWith("/assets/") && (await reuse(cache, file))) continue;
    const answer = await fetch(file, { cache: "no-cache", priority: "low" });
    if (!answer.ok) throw new Error(`${file} cannot be kept: ${answer.status}`);
    await cache.put(file, answer);
  }
  await self.skipWaiting();
}

/** Takes a file over from an older version; a file whose name holds its hash never changes. */
async function reuse(cache, file) {
  const known = await caches.match(file);
  if (known) await cache.put(file, known);
  return Boolean(known);
}

/** Lets old versions go, but for the last one: a page of it may still be open. */
async function tidy() {
  const names = (await caches.keys()).filter((name) => name.startsWith("paperdice-") && name !== CACHE);
  for (const name of names.slice(0, -1)) await caches.delete(name);
  await self.clients.claim();
}

self.addEventListener("install", (event) => event.waitUntil(keepFiles()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));

async function fromCache(request) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

/** How long a server may be silent before what is kept is shown instead. */
const SILENCE_MS = 3_000;

function tooLate() {
  return new Promise((_, reject) => setTimeout(() => reject(new Error("the server is silent")), SILENCE_MS));
}

/** The file as the server has it now, or as it is kept where no server answers in time. */
async function fromNetwork(request, path) {
  const kept = await (await caches.open(CACHE)).match(path);
  const asked = fetch(request);
  if (!kept) return asked;
  try {
    const answer = await Promise.race([asked, tooLate()]);
    if (answer.status < 502) return answer;
  } catch {
    // Refused, lost or silent: what is kept is as good as an answer.
  }
  return kept;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api/")) return;
  if (pathname.startsWith("/assets/")) event.respondWith(fromCache(request));
  else if (request.mode === "navigate") event.respondWith(fromNetwork(request, "/"));
  else if (FILES.includes(pathname)) event.respondWith(fromNetwork(request, pathname));
});
