/** The table by keys: letters go to its parts, arrows from place to place, figures press buttons, and two say how it stands. */
import { tick } from 'svelte';
import type { Direction } from './geometry';
import { type Area, areaOf } from './moves';
import type { Sitting } from './sitting.svelte';
import { Walker } from './walking';
import { t } from './words';

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** What the dialog of keys lists beside those of every table, with its words in the catalogue. */
export const OWN_KEYS = [
  ['g', 'keys.garden'],
  ['c', 'keys.castle'],
  ['y', 'keys.yards'],
  ['d', 'keys.domain'],
  ['← ↑ → ↓', 'keys.arrows'],
  ['n, ⇧ n', 'keys.next'],
] as const;

/** Keys that mean something else: in a field, with a modifier, under an open dialog. */
const isElsewhere = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.target instanceof HTMLInputElement ||
  event.target instanceof HTMLTextAreaElement ||
  document.querySelector('dialog[open]') !== null;

export class Keyboard {
  readonly #at: Sitting;
  readonly #walker: Walker;
  /** The keys were used last, not a pointer. */
  used = false;
  /** Said once, to those who listen. */
  said = $state('');

  constructor(sitting: Sitting, root: () => HTMLElement | undefined) {
    this.#at = sitting;
    this.#walker = new Walker(root, () => sitting.choosing.offers);
    // After a choice made by keys, the focus goes where the next one is.
    $effect(() => {
      void sitting.show.frame.serial;
      if (!sitting.mine) return;
      void tick().then(() => {
        const active = document.activeElement;
        const lost = active === null || active === document.body || active.hasAttribute('data-hit');
        if (this.used && lost) this.#walker.first();
      });
    });
  }

  press(event: KeyboardEvent): void {
    this.used = true;
    if (isElsewhere(event)) return;
    const direction = ARROWS[event.key];
    const from = event.target instanceof Element ? event.target.closest('[data-hit]') : null;
    const button = /^[1-9]$/.test(event.key) ? this.#walker.buttons[Number(event.key) - 1] : undefined;
    if (direction && from) {
      this.#walker.arrow(direction, from);
      event.preventDefault();
    } else if (event.key === 'Escape') this.#escape(event);
    else if (button) button.click();
    else this.#letters[event.key]?.();
  }

  readonly #letters: Readonly<Record<string, () => void>> = {
    g: () => this.#toArea('garden'),
    c: () => this.#toArea('castle'),
    y: () => this.#toArea('yards'),
    d: () => this.#toArea('domain'),
    n: () => this.#toNext(1),
    N: () => this.#toNext(-1),
    b: () => this.#walker.buttons[0]?.focus(),
    u: () => (this.#at.show.frame.undo || this.#at.held !== null) && this.#at.props.undo(),
    h: () => this.#at.mine && this.#at.props.askHint?.(),
    l: () => this.#say(this.#whatCanBeChosen()),
    s: () => this.#say(this.#howItStands()),
    '?': () => (this.#at.help = 'keys'),
  };

  #escape(event: KeyboardEvent): void {
    const { show, choosing, held } = this.#at;
    if (show.playing) show.skip();
    else if (choosing.cancel()) event.preventDefault();
    else if (held !== null) this.#at.props.undo();
    else this.#at.opened = null;
  }

  #toArea(area: Exclude<Area, 'bar'>): void {
    this.#at.tabs.now = area;
    void tick().then(() => this.#walker.first(area));
  }

  /** On a small screen what can be chosen may lie in another part of the table. */
  #toNext(by: 1 | -1): void {
    if (this.#walker.next(by) || !this.#at.narrow) return;
    this.#at.tabs.toFullest();
    void tick().then(() => this.#walker.next(by));
  }

  /** The same again is said again. */
  #say(text: string): void {
    this.said = text === this.said ? `${text}\u00a0` : text;
  }

  #whatCanBeChosen(): string {
    const { choosing, desk, mine, status } = this.#at;
    if (!mine) return `${status.line.who}: ${status.line.text}`;
    const open = [...choosing.offers.keys()].filter((place) => areaOf(place) !== 'bar');
    const buttons = this.#walker.buttons.map((each) => each.textContent.trim());
    return [
      open.length > 0
        ? t('list.places', { n: open.length, places: open.map((place) => desk.label(place)).join('; ') })
        : '',
      buttons.length > 0 ? t('list.buttons', { buttons: buttons.join(', ') }) : '',
    ].join(' ');
  }

  #howItStands(): string {
    const { view, scores, desk, status } = this.#at;
    const points = view.order.map((seat) =>
      t('list.score', { name: desk.name(seat), points: t('points', { n: scores.players[seat]?.total ?? 0 }) }),
    );
    return [`${t('round.name', { n: view.round })}.`, `${status.line.who}: ${status.line.text}`, ...points].join(' ');
  }
}
