/** The focus on its way over the table: with the arrows from place to place, with letters to what can be chosen. */
import { type Direction, neighbour } from './geometry';
import { type Area, areaOf } from './moves';

const placeOf = (hit: HTMLElement): string => hit.dataset.hit ?? '';

export class Walker {
  readonly #root: () => HTMLElement | undefined;
  readonly #open: () => ReadonlyMap<string, unknown>;

  constructor(root: () => HTMLElement | undefined, open: () => ReadonlyMap<string, unknown>) {
    this.#root = root;
    this.#open = open;
  }

  get #hits(): HTMLElement[] {
    return [...(this.#root()?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])];
  }

  /** What can be chosen and is shown, in the order of the page. */
  #chosable(area?: Area): HTMLElement[] {
    const open = this.#open();
    return this.#hits.filter((hit) => open.has(placeOf(hit)) && (area === undefined || areaOf(placeOf(hit)) === area));
  }

  arrow(direction: Direction, from: Element): void {
    const others = this.#hits
      .filter((each) => each !== from)
      .map((of) => ({ of, box: of.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0);
    neighbour(from.getBoundingClientRect(), direction, others)?.focus();
  }

  /** To what can be chosen first; where nothing can, to the first place of the area. */
  first(area?: Area): void {
    const any = this.#hits.find((hit) => area === undefined || areaOf(placeOf(hit)) === area);
    (this.#chosable(area)[0] ?? any)?.focus();
  }

  /** To the next one that can be chosen, or the one before; false where nothing can. */
  next(by: 1 | -1): boolean {
    const all = this.#chosable();
    const here = all.indexOf(document.activeElement as HTMLElement);
    const to = here < 0 ? (by > 0 ? 0 : all.length - 1) : (here + by + all.length) % all.length;
    all[to]?.focus();
    return all.length > 0;
  }

  get buttons(): HTMLElement[] {
    return [...(this.#root()?.querySelectorAll<HTMLElement>('.bar .buttons :is(button, a)') ?? [])];
  }
}
