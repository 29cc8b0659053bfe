/** Pieces in flight: copies of what is drawn, moved in a fixed layer above everything by the Web Animations API alone. */
import { readEffect } from './effects';
import type { Flight } from './flights';
import { playerColour } from '../../shell/players';

/** Where what is no resource is kept, as the domain's anchors call it. */
const STOCK: Readonly<Record<string, string>> = { coin: 'coins', seal: 'seals', point: 'points' };

const SVG = 'http://www.w3.org/2000/svg';

/** Where an anchor lies: `pieces:gate`, `slot:well`, `member:courtiers:0`, `place:yard:5`, or a name of `data-anchor`. */
function selector(anchor: string): string {
  const [kind = '', ...rest] = anchor.split(':');
  const name = CSS.escape(rest.join(':'));
  switch (kind) {
    case 'pieces':
      return `[data-pieces="${name}"]`;
    case 'place':
      return `[data-place="${name}"]`;
    case 'slot': {
      const place = rest[0] === 'line' ? rest.slice(0, 2).join(':') : rest.join(':');
      return `[data-place="${CSS.escape(place)}"] [data-slot]`;
    }
    case 'member': {
      const [what = '', seat = ''] = rest;
      return `[data-anchor="player:${CSS.escape(seat)}"] [data-member^="${CSS.escape(what)}"].covered`;
    }
    default:
      return `[data-anchor="${CSS.escape(anchor)}"]`;
  }
}

export class Air {
  readonly #root: HTMLElement;
  readonly #layer: HTMLElement;
  readonly #flying = new Set<Animation>();

  constructor(root: HTMLElement, layer: HTMLElement) {
    this.#root = root;
    this.#layer = layer;
  }

  /** Lets everything that flies arrive at once. */
  land(): void {
    for (const animation of this.#flying) animation.finish();
  }

  find(anchors: readonly string[]): DOMRect | undefined {
    for (const anchor of anchors) {
      const found = this.#root.querySelector(selector(anchor))?.getBoundingClientRect();
      if (found && found.width > 0) return found;
    }
    return undefined;
  }

  #copy(flight: Flight): HTMLElement {
    const element = document.createElement('div');
    element.className = 'flight';
    if (flight.what === 'die' && flight.die) {
      const { colour, value } = flight.die;
      const drawn =
        this.#root.querySelector(`svg.die.${colour}[data-value="${String(value)}"]`) ??
        this.#root.querySelector(`svg.die.${colour}`);
      if (drawn) element.append(drawn.cloneNode(true));
      return element;
    }
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', '0 0 24 30');
    const use = document.createElementNS(SVG, 'use');
    use.setAttribute('href', `#wc-piece-${flight.what}`);
    svg.append(use);
    element.style.setProperty('--mark', playerColour(flight.seat));
    element.append(svg);
    return element;
  }

  /** What somebody gains rises from where it is kept, and fades; nobody waits for it. */
  rise(gains: readonly string[], seat: number): void {
    for (const gain of gains) {
      const effect = readEffect(gain);
      if (effect.kind !== 'gain') continue;
      const kept = STOCK[effect.icon] ?? `goods:${effect.icon}`;
      const at = this.find([`${kept}:${String(seat)}`, `player:${String(seat)}`]);
      if (!at) continue;
      const sign = document.createElement('div');
      sign.className = 'risen';
      sign.textContent = `+${String(effect.n)}`;
      Object.assign(sign.style, { left: `${String(at.left + 6)}px`, top: `${String(at.top)}px` });
      this.#layer.append(sign);
      const animation = sign.animate(
        [
          { transform: 'translateY(8px)', opacity: 0 },
          { transform: 'translateY(-6px)', opacity: 1, offset: 0.25 },
          { transform: 'translateY(-30px)', opacity: 0 },
        ],
        { duration: 900, easing: 'ease-out' },
      );
      this.#flying.add(animation);
      animation.onfinish = animation.oncancel = () => {
        this.#flying.delete(animation);
        sign.remove();
      };
    }
  }

  /** In an arc from one rectangle to another, with a hop before and a settle after. */
  async fly(flight: Flight, from: DOMRect, to: DOMRect, duration: number): Promise<void> {
    const size = flight.what === 'die' ? 42 : 28;
    const piece = this.#copy(flight);
    const [x, y] = [from.left + from.width / 2 - size / 2, from.top + from.height / 2 - size / 2];
    const [dx, dy] = [to.left + to.width / 2 - size / 2 - x, to.top + to.height / 2 - size / 2 - y];
    Object.assign(piece.style, { left: `${String(x)}px`, top: `${String(y)}px`, width: `${String(size)}px` });
    this.#layer.append(piece);
    const arc = Math.min(70, Math.hypot(dx, dy) * 0.14);
    const at = (right: number, down: number, scale: number) =>
      `translate(${String(right)}px, ${String(down)}px) scale(${String(scale)})`;
    const animation = piece.animate(
      [
        { transform: at(0, 0, 1), easing: 'cubic-bezier(.3,.1,.3,1)' },
        { transform: at(0, -10, 1.1), offset: 0.16, easing: 'cubic-bezier(.4,0,.3,1)' },
        { transform: at(dx * 0.6, dy * 0.6 - arc, 1.08), offset: 0.6 },
        { transform: at(dx, dy - 4, 1), offset: 0.9 },
        { transform: at(dx, dy, 1) },
      ],
      { duration: Math.max(1, duration), fill: 'both' },
    );
    this.#flying.add(animation);
    try {
      await animation.finished;
    } catch {
      // Cancelled: the piece is where it should be anyway.
    } finally {
      this.#flying.delete(animation);
      piece.remove();
    }
  }
}
