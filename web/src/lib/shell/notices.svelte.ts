/**
 * Telling that it is one's turn: in the title, on the icon of the tab, and by the system where that was allowed. The table screen
 * calls `waitsFor` whenever it knows; the other screens do so from the list of one's games.
 */
import { settings } from '../settings.svelte';
import { t } from './words.svelte';

const ALLOWED = 'tenshu.notices';
const ICONS = { quiet: '/favicon.svg', turn: '/favicon-turn.svg' };

function kept(): boolean {
  try {
    return localStorage.getItem(ALLOWED) === 'yes';
  } catch {
    return false;
  }
}

class Notices {
  /** How many tables wait for us. */
  waiting = $state(0);
  /** What the page is about; the title is made of both. */
  page = $state('');
  wanted = $state(kept());
}
export const notices = new Notices();

/** Set by whoever can make a sound. */
let ring: (() => void) | undefined;
export const ringWith = (sound: () => void): void => void (ring = sound);

/** Tables wait for us (or none any more). `sentence` is told by the system if nobody looks at the page. */
export function waitsFor(count: number, sentence?: string, path?: string): void {
  const more = count > notices.waiting;
  notices.waiting = count;
  if (!more) return;
  if (settings.sound && document.hidden) ring?.();
  if (sentence && document.hidden) void tell(sentence, path);
}

async function tell(sentence: string, path?: string): Promise<void> {
  if (!notices.wanted || !('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const options = { body: sentence, icon: '/icons/icon-192.png', tag: path ?? 'tenshu', data: { path } };
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (worker) await worker.showNotification(t('brand'), options);
  else new Notification(t('brand'), options);
}

export const canNotify = (): boolean => 'Notification' in globalThis;

/** Ask the browser; answers whether notices will come. */
export async function wantNotices(wanted: boolean): Promise<boolean> {
  let granted = false;
  if (wanted && canNotify()) granted = (await Notification.requestPermission()) === 'granted';
  notices.wanted = wanted && granted;
  try {
    localStorage.setItem(ALLOWED, notices.wanted ? 'yes' : 'no');
  } catch {
    // Then it holds for this visit.
  }
  return notices.wanted;
}

/** Title and icon follow; call within an effect. */
export function showNotices(): void {
  const { waiting, page } = notices;
  const name = page ? t('title', { page }) : t('brand');
  document.title = waiting > 0 ? t('title.turn', { n: waiting, title: name }) : name;
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  const icon = waiting > 0 ? ICONS.turn : ICONS.quiet;
  if (link && link.getAttribute('href') !== icon) link.setAttribute('href', icon);
  const badge = navigator as Navigator & {
    setAppBadge?: (n: number) => Promise<void>;
    clearAppBadge?: () => Promise<void>;
  };
  void (waiting > 0 ? badge.setAppBadge?.(waiting) : badge.clearAppBadge?.())?.catch(() => undefined);
}
