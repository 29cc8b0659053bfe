/**
 * A newer client on the server is noticed and told, never forced: an open game goes on with what it has, and the next page that is
 * opened is the new one.
 */
import { router } from './router.svelte';

const HOUR = 3_600_000;
const MINUTE = 60_000;

class Updates {
  ready = $state(false);
  online = $state(navigator.onLine);
}
export const updates = new Updates();

/** The script of a page, as its file is named. */
export const scriptOf = (page: string): string | undefined =>
  /<script[^>]*type="module"[^>]*src="([^"]+)"/.exec(page)?.[1];

async function look(): Promise<void> {
  const ours = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src');
  const page = await fetch('/index.html', { cache: 'no-cache' })
    .then((answer) => (answer.ok ? answer.text() : ''))
    .catch(() => '');
  const theirs = scriptOf(page);
  if (ours && theirs && ours !== theirs) stale();
}

function stale(): void {
  updates.ready = true;
  router.stale = true;
}

export function watchForUpdates(): void {
  addEventListener('online', () => (updates.online = true));
  addEventListener('offline', () => (updates.online = false));
  // A part of the client that is gone from the server: there is a newer one.
  addEventListener('vite:preloadError', (event) => {
    event.preventDefault();
    stale();
  });
  if (import.meta.env.DEV) return;
  let last = Date.now();
  setInterval(() => void look(), HOUR);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - last < 5 * MINUTE) return;
    last = Date.now();
    void look();
  });
  if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
