/** The White Castle's table as people speak of it: bridges, rooms, the Well, a line; and moves, carried out by pointing at them. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '../house/test';
import { escaped, type Language, type Words, words } from '../house/words';

export const GAME = 'white-castle';
type Facts = Record<string, string | number>;

/** Where the gardens lie in a drawn scene, unless it says otherwise. */
const BRIDGES: Readonly<Record<string, string>> = {
  G2: 'coral',
  G6: 'coral',
  G3: 'black',
  G8: 'black',
  G5: 'white',
  G10: 'white',
};
const COLOURS: Readonly<Record<string, string>> = { c: 'coral', b: 'black', w: 'white' };

/** A place is drawn around the button that has its name: people point at the drawing. */
export const drawn = (named: Locator): Locator => named.locator('xpath=..');

export class Board {
  readonly words: Words;
  /** The colour of the die in hand: it says which line of the domain is meant. */
  #colour = 'coral';

  constructor(
    readonly page: Page,
    language: Language = 'en',
  ) {
    this.words = words(GAME, language);
  }

  get status(): Locator {
    return this.page.getByRole('status').first();
  }

  area(name: 'garden' | 'castle' | 'yards'): Locator {
    return this.page.getByRole('region', { name: this.words.say(`area.${name}`), exact: true });
  }

  get domain(): Locator {
    const { say, saying } = this.words;
    return this.page.getByRole('region', {
      name: new RegExp(`^(?:${say('domain.yours')}|${saying('domain.of').source})$`),
    });
  }

  /** Everything that can be chosen on the table. */
  get open(): Locator {
    return this.page.locator('main').getByRole('button', { name: this.words.say('place.open'), disabled: false });
  }

  get bar(): Locator {
    return this.page.getByRole('group', { name: this.words.say('bar.name'), exact: true });
  }

  get chain(): Locator {
    return this.page.getByRole('list', { name: this.words.say('chain.name'), exact: true });
  }

  button(key: string, facts?: Facts): Locator {
    return this.page.getByRole('button', { name: this.words.say(key, facts), exact: true });
  }

  /** A place by the words its name begins with. */
  named(name: string): Locator {
    return this.page.locator('main').getByRole('button', { name: new RegExp(`^${name}(?:[.,]|$)`) });
  }

  die(colour: string, end: string): Locator {
    const { say } = this.words;
    const die = say('die.name', { colour: escaped(say(`colour.${colour}`)), value: '\\d' });
    return this.named(say('die.at', { die, end: say(`side.${end}`) }));
  }

  /** A place as moves call it: `steward-1`, `outside-left`, `well`, `domain`, `G3`, `yard 5`, `row steward-2 3`. */
  place(space: string): Locator {
    const { say } = this.words;
    const [kind = '', name = '', row = ''] = space.split(' ');
    if (kind === 'row') return this.named(escaped(say('row.name', { room: say(`space.${name}`), number: row })));
    if (kind === 'yard') return this.named(escaped(say('yard.name', { n: Number(name) })));
    if (kind === 'line') return this.named(escaped(say('line.name', { colour: say(`tone.${name}`) })));
    if (kind === 'favour') return this.named(escaped(say('favour.name', { side: say(`side.${name}`) })));
    if (kind === 'domain') return this.place(`line ${this.#colour}`);
    if (kind.startsWith('outside-')) return this.named(escaped(say(`outside.${kind.slice('outside-'.length)}`)));
    if (['well', 'gate', 'daimyo'].includes(kind)) return this.named(escaped(say(`place.${kind}`)));
    if (/^G\d+$/.test(kind)) {
      const colour = say(`tone.${BRIDGES[kind] ?? ''}`);
      return this.named(escaped(say(`garden.${Number(kind.slice(1)) <= 5 ? 'plant' : 'stone'}`, { colour })));
    }
    return this.named(escaped(say(`space.${kind}`)));
  }

  async point(named: Locator): Promise<void> {
    await expect(named).toBeEnabled();
    await drawn(named).click();
  }

  /** Points at something that cannot be chosen, as people do. */
  async pointAnyway(named: Locator): Promise<void> {
    await drawn(named).click();
  }

  async take(colour: string, end: string): Promise<void> {
    this.#colour = colour;
    await this.point(this.die(colour, end));
    await expect(this.status).toContainText(this.words.saying('ask.put'));
  }

  /** Knows the die in hand where a scene begins with one. */
  holds(die: string): this {
    this.#colour = COLOURS[die.charAt(0)] ?? '';
    return this;
  }

  /** Carries a move out: the thing it names is pointed at. */
  async perform(move: string): Promise<void> {
    const { say } = this.words;
    const [verb = '', first = '', second = ''] = move.split(' ');
    switch (verb) {
      case 'die':
        return this.take(first, second);
      case 'put':
      case 'garden':
      case 'room':
        return this.point(this.place(first));
      case 'gate':
        return this.point(this.place('gate'));
      case 'climb': {
        await this.point(this.place(second));
        const from = first === 'gate' ? say('place.gate') : say(`space.${first}`);
        const room = second === 'daimyo' ? say('place.daimyo') : say(`space.${second}`);
        const which = this.bar.getByRole('button', { name: say('do.climb', { from, room }), exact: true });
        if (await which.isVisible()) await which.click();
        return;
      }
      case 'gain':
      case 'trade':
        return this.bar
          .getByRole('button', { name: say(`do.${verb}`, { what: say(`gain.${first}`, { n: 1 }) }), exact: true })
          .click();
      case 'do':
        return this.bar.getByRole('button', { name: this.effect(first), exact: true }).click();
      case 'pay':
      case 'stop':
      case 'skip':
      case 'end':
        return this.bar.getByRole('button', { name: say(`do.${verb}`), exact: true }).click();
      default:
        return this.point(this.place(move));
    }
  }

  /** An effect of the formats in words. */
  effect(text: string): string {
    const { say } = this.words;
    const UNITS: Readonly<Record<string, string>> = {
      f: 'food',
      i: 'iron',
      p: 'pearl',
      c: 'coin',
      s: 'seal',
      v: 'point',
      h: 'influence',
      any: 'any',
    };
    const ICONS: Readonly<Record<string, string>> = {
      L: 'lantern',
      C: 'courtier',
      G: 'gardener',
      W: 'warrior',
      ROW: 'row',
      LIGHT: 'light',
      DOMAIN: 'domain',
      WELL: 'well',
    };
    const paid = /^(\d*)([sc]):(.+)$/.exec(text);
    if (paid)
      return say('effect.paid', {
        price: this.effect(`${paid[1] || '1'}${paid[2] ?? ''}`),
        effect: this.effect(paid[3] ?? ''),
      });
    const gain = /^(\d+)([a-z]+)$/.exec(text);
    if (gain) return say(`gain.${UNITS[gain[2] ?? ''] ?? ''}`, { n: Number(gain[1]) });
    return say(`icon.${ICONS[text] ?? text.toLowerCase()}`);
  }
}
