/** What is set, shown on <html>: stylesheets follow these attributes. public/boot.js does the same before the first paint. */
import { isStill, settings, themeNow } from '../settings.svelte';

export function show(): void {
  const root = document.documentElement;
  root.dataset.theme = themeNow();
  root.dataset.motion = isStill() ? 'still' : 'full';
  root.dataset.pieces = settings.pieces;
  root.style.removeProperty('background-color');
  const ground = getComputedStyle(root).getPropertyValue('--ground').trim();
  if (ground) document.querySelector('meta[name=theme-color]')?.setAttribute('content', ground);
}

/** Follow the system's wishes, too. */
export function follow(): () => void {
  const queries = ['contrast: more', 'color-scheme: light', 'reduced-motion: reduce'].map((wish) =>
    matchMedia(`(prefers-${wish})`),
  );
  for (const query of queries) query.addEventListener('change', show);
  return () => {
    for (const query of queries) query.removeEventListener('change', show);
  };
}
