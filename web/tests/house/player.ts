/**
 * Somebody who plays through the page as people do: reads what can be pointed at by roles, names and states, points at it, and waits
 * for what comes. What a game's table looks like, its `Hands` say.
 */
import { expect, type Locator, type Page } from '@playwright/test';

/** Something that can be chosen now. */
export interface Offer {
  /** Which part of the table it is on. */
  readonly part: string;
  /** Its spoken name. */
  readonly name: string;
  readonly index: number;
}

export interface Hands {
  /** What can be chosen, part by part: selectors of things with a name; a disabled one cannot. */
  readonly parts: Readonly<Record<string, string>>;
  /** Buttons that are no moves. */
  readonly idle: RegExp;
  /** What the status says when the game is over. */
  readonly over: string;
  /** Picks one, as a person who wants to get on and sees everything that has a name. */
  choose: (offers: readonly Offer[], chance: () => number, names: readonly string[]) => Offer;
  /** What people point at to choose something, where that is not the named thing itself but its drawing around it. */
  touched?: (named: Locator, offer: Offer) => Locator;
  /** By keys alone, from wherever the focus is. */
  walkTo?: (page: Page, offer: Offer) => Promise<void>;
}

export type Way = 'mouse' | 'keys' | 'touch';

/** Chance that comes out the same each time. */
export function seeded(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

interface Seen {
  readonly over: boolean;
  readonly offers: readonly Offer[];
  /** Of all that lies there, whether it can be chosen or not. */
  readonly names: readonly string[];
}

const PATIENCE = 90_000;

export class Player {
  readonly chance: () => number;
  /** Everything that was pointed at. */
  readonly done: Offer[] = [];

  constructor(
    readonly page: Page,
    readonly hands: Hands,
    readonly way: Way = 'mouse',
    seed = 1,
  ) {
    this.chance = seeded(seed);
  }

  /** Waits until something can be chosen, or the game is over. */
  async see(): Promise<Seen> {
    const { parts, idle, over } = this.hands;
    const found = await this.page.waitForFunction(
      ({ parts, idle, over }) => {
        const status = document.querySelector('[role=status]')?.textContent ?? '';
        if (status.includes(over)) return { over: true, offers: [], names: [] };
        const names: string[] = [];
        const offers = Object.entries(parts).flatMap(([part, selector]) =>
          [...document.querySelectorAll(selector)].flatMap((element, index) => {
            const name = (element.getAttribute('aria-label') ?? element.textContent).replace(/\s+/g, ' ').trim();
            names.push(name);
            const off = element.getAttribute('aria-disabled') === 'true' || element.matches(':disabled');
            return off || new RegExp(idle, 'u').test(name) ? [] : [{ part, name, index }];
          }),
        );
        return offers.length > 0 ? { over: false, offers, names } : null;
      },
      { parts, idle: idle.source, over },
      { timeout: PATIENCE },
    );
    return (await found.jsonValue()) as Seen;
  }

  at(offer: Offer): Locator {
    const selector = this.hands.parts[offer.part];
    if (selector === undefined) throw new Error(`no part called ${offer.part}`);
    const named = this.page.locator(selector).nth(offer.index);
    return this.hands.touched?.(named, offer) ?? named;
  }

  /** Points at something; what only waits to be confirmed is confirmed by pointing again. */
  async point(offer: Offer): Promise<void> {
    this.done.push(offer);
    if (this.way === 'keys') {
      if (!this.hands.walkTo) throw new Error('these hands have no keys');
      await this.hands.walkTo(this.page, offer);
      await this.page.keyboard.press('Enter');
    } else if (this.way === 'touch') {
      const at = this.at(offer);
      await at.tap();
      if (await this.isPressed(offer)) await at.tap();
    } else await this.at(offer).click();
  }

  /** Whether it is chosen and waits to be confirmed. */
  async isPressed(offer: Offer): Promise<boolean> {
    const selector = this.hands.parts[offer.part] ?? '';
    const pressed = (all: Element[], index: number) => all[index]?.getAttribute('aria-pressed') === 'true';
    return offer.part !== 'button' && (await this.page.locator(selector).evaluateAll(pressed, offer.index));
  }

  /** One choice; false if the game is over. */
  async step(choose = this.hands.choose): Promise<boolean> {
    const { over, offers, names } = await this.see();
    if (over) return false;
    await this.point(choose(offers, this.chance, names));
    return true;
  }

  /** Plays until the game is over, or until something is seen. */
  async play(
    until: (offers: readonly Offer[]) => boolean = () => false,
    choose = this.hands.choose,
  ): Promise<readonly Offer[]> {
    for (let steps = 0; steps < 3000; steps++) {
      const { over, offers, names } = await this.see();
      if (over || until(offers)) return offers;
      await this.point(choose(offers, this.chance, names));
    }
    throw new Error('the game does not end');
  }

  async expectStatus(text: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('status').first()).toContainText(text);
  }
}
