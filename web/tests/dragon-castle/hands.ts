/** How Dragon Castle's table is played through the page. */
import { expect, type Page } from '@playwright/test';
import type { Hands, Offer } from '../house/player';
import { escaped, say, saying } from '../house/words';

/** Several twins: the button leads to the castle, where one of them is chosen. */
const TWINS = escaped(say('bar.pair', { n: 2 })).replace('2', '(?:[2-9]|\\d\\d)');
const IDLE = ['bar.undo', 'bar.hint', 'bar.cancel', 'bar.skip'].map((key) => escaped(say(key)));
const COMPLETES = saying('preview.completes');
const FREE = saying('castle.free');
const twin = say('castle.twin');
/** "Farmers 3, h5, floor 2, …" */
const tileIn = (name: string) => /^(.+?), [a-z]\d+, /.exec(name)?.[1];

const pick = (offers: readonly Offer[], chance: () => number): Offer => {
  const found = offers[Math.floor(chance() * offers.length)];
  if (!found) throw new Error('nothing to choose from');
  return found;
};

export const hands: Hands = {
  parts: {
    castle: `[role=group][aria-label^="${say('castle.section')}"] [role=button]`,
    realm: `[role=group][aria-label^="${say('realm.section')}"] [role=button], [role=group][aria-label="${say('realm.yours')}"] [role=button]`,
    button: `[role=group][aria-label="${say('bar.name')}"] button`,
  },
  idle: new RegExp(`^(?:${[...IDLE, TWINS].join('|')})$`, 'u'),
  over: say('status.over'),
  /** To the end, on a good road: sets if there are any, pairs rather than shrines, the Dragon whenever he can be summoned. */
  choose(offers, chance, names) {
    const called = (key: string) => offers.find(({ name }) => saying(key).test(name));
    const summon = called('bar.summon');
    if (summon) return summon;
    const sets = offers.filter(({ part, name }) => part === 'realm' && COMPLETES.test(name));
    if (sets.length > 0 && chance() < 0.9) return pick(sets, chance);
    const twins = offers.filter(({ part, name }) => part === 'castle' && name.includes(twin));
    if (twins.length > 0 && chance() < 0.8) return pick(twins, chance);
    // A tile with a twin that is free, too.
    const free = names.filter((name) => FREE.test(name)).map(tileIn);
    const paired = offers.filter(
      ({ part, name }) => part === 'castle' && free.filter((tile) => tile === tileIn(name)).length > 1,
    );
    if (paired.length > 0 && chance() < 0.9) return pick(paired, chance);
    return pick(offers, chance);
  },
  async walkTo(page, offer) {
    if (offer.part === 'button') await tabTo(page, offer.name);
    else await arrowsTo(page, offer);
  },
};

/** Whoever plays by keys goes far only now and then: mostly to what comes first, where the focus is already. */
export const chooseByKeys: Hands['choose'] = (offers, chance, names) => {
  const far = chance() < 0.1;
  return hands.choose(offers, far ? chance : () => 0, names);
};

/** The focused thing's spoken name and where it stands. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const here = document.activeElement;
    const name = (here?.getAttribute('aria-label') ?? here?.textContent ?? '').replace(/\s+/g, ' ').trim();
    const board = here?.closest('[role=group]')?.getAttribute('aria-label') ?? '';
    return { name, board, tag: here?.tagName ?? '' };
  });

/** A letter leads to the bar, Tab leads on. */
async function tabTo(page: Page, name: string): Promise<void> {
  await page.keyboard.press('b');
  for (let presses = 0; presses < 20; presses++) {
    const here = await focused(page);
    if (here.tag === 'BUTTON' && here.name === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}`);
}

const cellIn = (name: string): { column: number; row: number } => {
  const found = /\b([a-z])(\d+)\b/.exec(name);
  if (!found?.[1] || !found[2]) throw new Error(`${name} names no cell`);
  return { column: found[1].charCodeAt(0), row: Number(found[2]) };
};

/** A letter leads to the board, arrows lead on. Where a way is closed, another is tried. */
async function arrowsTo(page: Page, { part, name }: Offer): Promise<void> {
  const goal = cellIn(name);
  const isThere = (board: string) => board.startsWith(say('castle.section')) === (part === 'castle') && board !== '';
  if (!isThere((await focused(page)).board)) await page.keyboard.press(part === 'castle' ? 'c' : 'r');
  await expect.poll(async () => isThere((await focused(page)).board), 'the board has the focus').toBe(true);
  let sideways = false;
  let last = '';
  for (let presses = 0; presses < 80; presses++) {
    const here = await focused(page);
    const at = cellIn(here.name);
    if (at.column === goal.column && at.row === goal.row) return;
    const stuck = here.name === last;
    last = here.name;
    if (stuck) sideways = !sideways;
    else sideways = at.row === goal.row || (at.column !== goal.column && presses % 2 === 0);
    if (sideways)
      await page.keyboard.press(at.column < goal.column || (stuck && presses % 3 === 0) ? 'ArrowRight' : 'ArrowLeft');
    else await page.keyboard.press(at.row < goal.row || (stuck && presses % 3 === 1) ? 'ArrowDown' : 'ArrowUp');
  }
  throw new Error(`the arrow keys do not lead to ${name} from ${last}`);
}
