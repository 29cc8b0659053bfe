/** Dragon Castle's table as people speak of it: the castle, a realm, a cell, a button; and moves, carried out by pointing at them. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '../house/test';
import { type Words, words } from '../house/words';

export class Board {
  readonly words: Words;

  constructor(
    readonly page: Page,
    language: 'en' | 'pt-BR' = 'en',
  ) {
    this.words = words('dragon-castle', language);
  }

  get castle(): Locator {
    return this.page.getByRole('group', { name: new RegExp(`^(?:${this.words.saying('castle.name').source})$`) });
  }

  /** The realm shown large. */
  get realm(): Locator {
    const { say, saying } = this.words;
    return this.page.getByRole('group', {
      name: new RegExp(`^(?:${say('realm.yours')}|${saying('realm.of').source})$`),
    });
  }

  /** The uppermost tile of a stack, by its cell. */
  tile(cell: string): Locator {
    return this.castle.getByRole('button', { name: new RegExp(`, ${cell}, `) });
  }

  cell(cell: string): Locator {
    return this.realm.getByRole('button', { name: new RegExp(`^${cell}, `) });
  }

  button(key: string, facts?: Record<string, string | number>): Locator {
    return this.page.getByRole('button', { name: this.words.say(key, facts), exact: true });
  }

  get status(): Locator {
    return this.page.getByRole('status').first();
  }

  /** The card of a spirit. */
  card(spirit: string): Locator {
    return this.page.getByRole('article').filter({ hasText: this.words.say(`spirit.${spirit}`) });
  }

  /** Calls a spirit: on its card, or, where many cards lie there, after choosing it on the shelf. */
  async call(spirit: string): Promise<void> {
    const { say } = this.words;
    // The chronicle may speak of the spirit too, in longer sentences.
    const shelved = this.page
      .getByRole('listitem')
      .getByRole('button', { name: say(`spirit.${spirit}.short`), exact: true });
    await expect(this.card(spirit).or(shelved).first()).toBeVisible();
    if (await shelved.isVisible()) await shelved.click();
    await this.page
      .getByRole('button', { name: say('card.call'), exact: true })
      .last()
      .click();
  }

  /** How a cell of a realm is spoken, as a pattern: a symbol, `down` or `shrine`, and its floor; or nothing. */
  spoken(cell: string, what: string): string {
    const { say } = this.words;
    if (what === 'empty') return say('realm.empty', { cell });
    const [thing = '', floor = ''] = what.split(' ');
    if (thing === 'down') return say('realm.face-down', { cell, floor });
    if (thing === 'shrine') return say('realm.shrine', { cell, floor });
    // Special tiles are spoken with their type.
    const type = say(`type.${thing.charAt(0)}`);
    return say('realm.face-up', { cell, floor, tile: `(?:${type}, )?${say(`tile.${thing}`)}` });
  }

  async expectCell(cell: string, what: string): Promise<void> {
    await expect(this.cell(cell)).toHaveAttribute('aria-label', new RegExp(`^${this.spoken(cell, what)}(?:,|$)`));
  }

  /** Carries a move out: each thing it names is pointed at. */
  async perform(move: string): Promise<void> {
    const [verb = '', first = '', second = ''] = move.split(' ');
    switch (verb) {
      case 'take':
      case 'pair':
      case 'destroy':
        return this.tile(first).click();
      case 'place': {
        await expect(this.cell(second)).toBeEnabled();
        const other = this.button('hand.tile', { tile: this.words.say(`tile.${first}`) });
        if (await other.isVisible()) await other.click();
        return this.cell(second).click();
      }
      case 'consolidate':
      case 'build':
      case 'flip':
      case 'set':
        return this.cell(first).click();
      case 'carry':
      case 'move':
        await this.cell(first).click();
        return this.cell(second).click();
      case 'as':
        await this.cell(first).click();
        return this.button('bar.as', { type: this.words.say(`type.${second}`) }).click();
      case 'spirit':
        await this.call(first);
        return second === 'shrine' ? this.button('bar.pay-shrine').click() : this.cell(second).click();
      default:
        return this.button(`bar.${verb}`).click();
    }
  }
}
