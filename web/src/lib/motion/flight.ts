/**
 * Pieces in flight: copies in a fixed layer above everything, moved by the Web Animations API alone. The board below is not touched
 * while they fly, which keeps 60 frames a second without a GPU.
 */

export interface Spot {
  readonly x: number;
  readonly y: number;
  /** Width of a tile at that place. */
  readonly width: number;
}

const SVG = 'http://www.w3.org/2000/svg';

/** The drawing of a piece: a tile of 60 by 95, a shrine, or a token. */
const BOX: Readonly<Record<string, string>> = { shrine: '0 0 60 95', token: '-22 -22 44 69.700' };

function drawing(id: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', BOX[id] ?? '0 0 60 95');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#${id}`);
  svg.append(use);
  return svg;
}

export class Air {
  readonly #layer: HTMLElement;
  readonly #flying = new Set<Animation>();

  constructor(layer: HTMLElement) {
    this.#layer = layer;
  }

  /** Lets everything that flies arrive at once. */
  land(): void {
    for (const animation of this.#flying) animation.finish();
  }

  async #play(element: HTMLElement, frames: Keyframe[], options: KeyframeAnimationOptions): Promise<void> {
    const animation = element.animate(frames, { fill: 'both', ...options });
    this.#flying.add(animation);
    try {
      await animation.finished;
    } catch {
      // Cancelled: the piece is where it should be anyway.
    } finally {
      this.#flying.delete(animation);
    }
  }

  /** A copy of a piece at a spot, not yet on the page. */
  static piece(id: string, at: Spot, colour?: string): HTMLElement {
    const element = document.createElement('div');
    element.className = 'flight';
    Object.assign(element.style, {
      left: `${String(at.x)}px`,
      top: `${String(at.y)}px`,
      width: `${String(at.width)}px`,
      height: `${String((at.width * 95) / 60)}px`,
    });
    if (colour) element.style.setProperty('--shrine', colour);
    element.append(drawing(id));
    return element;
  }

  #piece(id: string, at: Spot, colour?: string): HTMLElement {
    const element = Air.piece(id, at, colour);
    this.#layer.append(element);
    return element;
  }

  /** From one spot to another in an arc, landing with a small settle. */
  async fly(id: string, from: Spot, to: Spot, duration: number, colour?: string): Promise<void> {
    const piece = this.#piece(id, from, colour);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const scale = to.width / from.width;
    const arc = Math.min(60, Math.hypot(dx, dy) * 0.12);
    const at = (x: number, y: number, size: number) =>
      `translate(${String(x)}px, ${String(y)}px) scale(${String(size)})`;
    await this.#play(
      piece,
      [
        { transform: at(0, 0, 1), easing: 'cubic-bezier(.3,.1,.3,1)' },
        { transform: at(0, -8, 1.06), offset: 0.16, easing: 'cubic-bezier(.4,0,.3,1)' },
        { transform: at(dx * 0.6, dy * 0.6 - arc, (1 + scale) / 2), offset: 0.6 },
        { transform: at(dx, dy - 4, scale), offset: 0.9 },
        { transform: at(dx, dy, scale) },
      ],
      { duration, easing: 'linear' },
    );
    piece.remove();
  }

  /** Turns a tile over where it lies. */
  async turn(front: string, back: string, at: Spot, delay: number, duration: number): Promise<void> {
    const piece = this.#piece(front, at);
    piece.style.transformOrigin = '50% 50%';
    const half = { duration: duration / 2, easing: 'ease-in' };
    await this.#play(piece, [{ transform: 'none' }, { transform: 'translateY(-6px) scaleX(.02)' }], { ...half, delay });
    piece.replaceChildren(drawing(back));
    await this.#play(piece, [{ transform: 'translateY(-6px) scaleX(.02)' }, { transform: 'none' }], {
      ...half,
      easing: 'ease-out',
    });
    // Stays until the board has turned it too.
    requestAnimationFrame(() => requestAnimationFrame(() => piece.remove()));
  }

  /** Drops a shrine onto a tile. */
  async drop(id: string, at: Spot, duration: number, colour?: string): Promise<void> {
    const piece = this.#piece(id, at, colour);
    piece.style.transformOrigin = '50% 70%';
    await this.#play(
      piece,
      [
        { transform: 'translateY(-46px) scale(1.12)', opacity: 0 },
        { transform: 'translateY(3px) scale(1.02,.96)', opacity: 1, offset: 0.75 },
        { transform: 'none', opacity: 1 },
      ],
      { duration, easing: 'ease-in' },
    );
    requestAnimationFrame(() => requestAnimationFrame(() => piece.remove()));
  }

  /** A few words that rise from a spot and fade: "+3". */
  async rise(text: string, at: Spot, duration: number): Promise<void> {
    const element = document.createElement('div');
    element.className = 'rising';
    element.textContent = text;
    Object.assign(element.style, { left: `${String(at.x + at.width / 2)}px`, top: `${String(at.y)}px` });
    this.#layer.append(element);
    await this.#play(
      element,
      [
        { transform: 'translate(-50%, 0) scale(.6)', opacity: 0 },
        { transform: 'translate(-50%, -14px) scale(1)', opacity: 1, offset: 0.25 },
        { transform: 'translate(-50%, -20px) scale(1)', opacity: 1, offset: 0.7 },
        { transform: 'translate(-50%, -40px) scale(1)', opacity: 0 },
      ],
      { duration, easing: 'ease-out' },
    );
    element.remove();
  }

  clear(): void {
    this.land();
    this.#layer.replaceChildren();
  }
}
