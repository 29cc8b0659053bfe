/** Pointing at the table: a click, a pointer or the focus finds the place it means. */
import { type Choosing, pointedBy } from './choosing.svelte';
import type { Place } from './moves';

const around = (element: Element | null | undefined): HTMLElement | null =>
  element?.closest<HTMLElement>('[data-place]') ?? null;

/** The place at something drawn: the innermost that can be chosen, else the innermost. */
export function placeAt(target: EventTarget | null, open: ReadonlyMap<Place, unknown>): Place | null {
  let innermost: Place | null = null;
  for (let at = around(target instanceof Element ? target : null); at; at = around(at.parentElement)) {
    const place = at.dataset.place ?? '';
    if (open.has(place)) return place;
    innermost ??= place;
  }
  return innermost;
}

/** Watches an element until the function it gives back is called. `byKeys`: whether the keys were used last. */
export function watchPointing(area: HTMLElement, choosing: Choosing, byKeys: () => boolean): () => void {
  const stop = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(type: K, hear: (event: HTMLElementEventMap[K]) => void) =>
    area.addEventListener(type, hear, { signal: stop.signal });
  const found = (event: Event) => placeAt(event.target, choosing.offers);
  on('click', (event) => {
    const place = found(event);
    if (place !== null && (event.target as Element).closest('button:not([data-hit])') === null)
      choosing.point(place, pointedBy(event));
  });
  on('pointerover', (event) => {
    if (event.pointerType === 'mouse') choosing.looked = found(event);
  });
  on('pointerleave', () => (choosing.looked = null));
  on('focusin', (event) => {
    if (byKeys()) choosing.looked = found(event);
  });
  return () => stop.abort();
}
