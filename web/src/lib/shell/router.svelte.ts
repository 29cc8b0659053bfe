/** Where we are. Links stay plain links: a click on one of ours changes the address without loading the page anew. */
import { type Route, routeOf } from './routes';

class Router {
  address = $state.raw(new URL(location.href));
  /** Rises with every navigation that a person made; the shell then moves the focus to the new page. */
  arrivals = $state(0);
  readonly route: Route = $derived(routeOf(this.address));
  /** Set when a newer client lies on the server: then leaving a page loads it. */
  stale = false;
}
export const router = new Router();

export function navigate(to: string, { replace = false, keepFocus = false, scroll = true } = {}): void {
  const next = new URL(to, location.href);
  const samePage = next.pathname === location.pathname;
  if (router.stale && !samePage) {
    location.assign(next);
    return;
  }
  if (replace) history.replaceState(history.state, '', next);
  else history.pushState(null, '', next);
  router.address = next;
  if (samePage && next.hash) return;
  if (!keepFocus) router.arrivals += 1;
  if (scroll && !samePage) scrollTo(0, 0);
}

/** Whether a click on a link is ours to follow. */
export function isOurs(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const here = link.origin === location.origin && !link.pathname.startsWith('/api/');
  return plain && here && !event.defaultPrevented && !link.target && !link.hasAttribute('download');
}

export function startRouter(): () => void {
  const popped = () => {
    router.address = new URL(location.href);
    router.arrivals += 1;
  };
  const clicked = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.('a[href]');
    if (!(link instanceof HTMLAnchorElement) || !isOurs(event, link)) return;
    event.preventDefault();
    navigate(link.href);
  };
  addEventListener('popstate', popped);
  document.addEventListener('click', clicked);
  return () => {
    removeEventListener('popstate', popped);
    document.removeEventListener('click', clicked);
  };
}
