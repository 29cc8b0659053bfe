/*
 * The shell opens without a network: the page comes from the server if it answers soon, else from here; files named after their
 * content come from here if they were ever used. What people play is never kept: without the server the client says so itself.
 */
const KEPT = 'tenshu-1';
const PATIENCE = 4000;
const MOST_FILES = 120;
const SHELL = ['/', '/boot.js', '/manifest.webmanifest', '/favicon.svg', '/favicon-turn.svg', '/icons/icon-192.png'];

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

async function install() {
  const cache = await caches.open(KEPT);
  await cache.addAll(SHELL);
  const page = await (await cache.match('/')).text();
  const named = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((found) => found[1]);
  await cache.addAll(named);
  await self.skipWaiting();
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin || url.pathname.startsWith('/api')) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(file(request, event));
  else if (SHELL.includes(url.pathname)) event.respondWith(fresh(request));
});

/** Every address of the client is one page. */
async function page(request) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await within(PATIENCE, fetch(request));
    if (answer.ok && (answer.headers.get('content-type') || '').startsWith('text/html'))
      await cache.put('/', answer.clone());
    return answer;
  } catch {
    return (await cache.match('/')) || Response.error();
  }
}

async function file(request, event) {
  const cache = await caches.open(KEPT);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) event.waitUntil(cache.put(request, answer.clone()).then(() => thin(cache)));
  return answer;
}

async function fresh(request) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch {
    return (await cache.match(request)) || Response.error();
  }
}

/** The oldest files go first; an open page of an older client keeps what it needs for long. */
async function thin(cache) {
  const files = (await cache.keys()).filter((each) => new URL(each.url).pathname.startsWith('/assets/'));
  for (const old of files.slice(0, Math.max(0, files.length - MOST_FILES))) await cache.delete(old);
}

function within(time, work) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('slow')), time);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const path = (event.notification.data && event.notification.data.path) || '/';
  event.waitUntil(
    (async () => {
      const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
      const there = open.find((each) => new URL(each.url).pathname === path) || open[0];
      if (!there) return self.clients.openWindow(path);
      await there.focus();
      if (new URL(there.url).pathname !== path) await there.navigate(path);
    })(),
  );
});
