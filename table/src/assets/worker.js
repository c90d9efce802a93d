// Runs beside the pages of this server, also without a network: files that pages refer to come from this device, and a page that
// cannot be fetched is replaced by one that says so. Nothing else is kept: what a table, a seat or a hint shows is private, and
// others may use this device. `VERSION`, `FILES` and `OFFLINE` stand above.
"use strict";
const PREFIX = "heistlab-";
const NAME = PREFIX + VERSION;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(NAME);
    await cache.addAll([...FILES, OFFLINE]);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

/** The page that says that there is no network. */
const offline = async () => (await caches.match(OFFLINE)) || Response.error();
const kept = async (request) => (await caches.match(request)) || fetch(request);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (FILES.includes(pathname)) event.respondWith(kept(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(offline));
});
