/** How The White Castle's table is played through the page. */
import type { Page } from '@playwright/test';
import type { Hands, Offer } from '../house/player';
import { escaped, words } from '../house/words';
import { drawn, GAME } from './board';

const { say, saying } = words(GAME);

const section = (name: string) => `section[aria-label="${name}"] button[aria-label]`;
const IDLE = [
  ...['bar.undo', 'bar.other-die', 'bar.hint', 'bar.cancel', 'bar.skip', 'end.sheet', 'end.show-table', 'start.cards'],
  ...['garden', 'castle', 'yards', 'domain', 'rivals'].map((tab) => `tabs.${tab}`),
];
const DECLINES = new RegExp(`^(?:${['do.skip', 'do.stop', 'do.end'].map((key) => escaped(say(key))).join('|')})$`);

const pick = (offers: readonly Offer[], chance: () => number): Offer => {
  const found = offers[Math.floor(chance() * offers.length)];
  if (!found) throw new Error('nothing to choose from');
  return found;
};

export const hands: Hands = {
  parts: {
    start: section(say('start.title')),
    garden: section(say('area.garden')),
    castle: section(say('area.castle')),
    yards: section(say('area.yards')),
    domain: section(say('domain.yours')),
    button: `[role=group][aria-label="${say('bar.name')}"] button`,
    // Small screens show one part at a time; a tab says how much can be chosen there.
    tab: `nav[aria-label="${say('tabs.name')}"] button:not([aria-current])`,
  },
  idle: new RegExp(`^(?:${IDLE.map((key) => escaped(say(key))).join('|')})$`, 'u'),
  over: say('status.over'),
  /** Gladly goes on, declines now and then, and looks at another part of the table when there is something. */
  choose(offers, chance) {
    const here = offers.filter(({ part }) => part !== 'tab');
    if (here.length === 0 || (chance() < 0.2 && here.length < offers.length))
      return pick(
        offers.filter(({ part }) => part === 'tab'),
        chance,
      );
    const forward = here.filter(({ name }) => !DECLINES.test(name));
    return pick(forward.length > 0 && chance() < 0.92 ? forward : here, chance);
  },
  touched: (named, { part }) => (part === 'button' || part === 'tab' ? named : drawn(named)),
  async walkTo(page, offer) {
    await (offer.part === 'button' ? tabTo(page, offer.name) : stepTo(page, offer.name));
  },
};

/** What was pointed at that was a whole move: not a tab, and of a climb only the courtier who goes, where several could. */
export const wholeMoves = (done: readonly Offer[]): number =>
  done.filter(({ part }) => part !== 'tab').length -
  done.filter(({ part, name }) => part === 'button' && saying('do.climb').test(name)).length;

const focused = (page: Page) =>
  page.evaluate(() => {
    const here = document.activeElement;
    return (here?.getAttribute('aria-label') ?? here?.textContent ?? '').replace(/\s+/g, ' ').trim();
  });

/** The first words name a place; what it costs and gives may be added while one walks to it. */
const titleOf = (name: string): string => name.split('. ')[0] ?? '';

async function press(page: Page, first: string, then: string, name: string): Promise<void> {
  const there = async () => titleOf(await focused(page)) === titleOf(name);
  if (await there()) return;
  await page.keyboard.press(first);
  for (let presses = 0; presses < 60; presses++) {
    if (await there()) return;
    await page.keyboard.press(then);
  }
  throw new Error(`${first} and ${then} do not lead to ${name}`);
}

/** One letter leads to what can be chosen next, another to the bar, where Tab leads on. */
const stepTo = (page: Page, name: string) => press(page, 'n', 'n', name);
const tabTo = (page: Page, name: string) => press(page, 'b', 'Tab', name);
