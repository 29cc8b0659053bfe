/** How Dragon Castle's table is played through the page. */
import type { Hands, Offer } from '../house/player';
import { escaped, say, saying } from '../house/words';

const any = (...keys: string[]) => new RegExp(`^(?:${keys.map((key) => escaped(say(key))).join('|')})$`, 'u');
const COMPLETES = saying('preview.completes');
const twin = say('castle.twin');

const pick = (offers: readonly Offer[], chance: () => number): Offer => {
  const found = offers[Math.floor(chance() * offers.length)];
  if (!found) throw new Error('nothing to choose from');
  return found;
};

export const hands: Hands = {
  parts: {
    castle: `[role=group][aria-label^="${say('castle.section')}"] [role=button]`,
    realm: `[role=group][aria-label^="${say('realm.section')}"] [role=button], [role=group][aria-label="${say('realm.yours')}"] [role=button]`,
    button: '.bar .buttons button',
  },
  idle: any('bar.undo', 'bar.hint', 'bar.cancel', 'bar.skip'),
  over: say('status.over'),
  /** To the end, on a good road: sets if there are any, pairs more often than shrines, the Dragon whenever he can be summoned. */
  choose(offers, chance) {
    const called = (key: string) => offers.find(({ name }) => saying(key).test(name));
    const summon = called('bar.summon');
    if (summon) return summon;
    const sets = offers.filter(({ part, name }) => part === 'realm' && COMPLETES.test(name));
    if (sets.length > 0 && chance() < 0.9) return pick(sets, chance);
    const twins = offers.filter(({ part, name }) => part === 'castle' && name.includes(twin));
    if (twins.length > 0 && chance() < 0.8) return pick(twins, chance);
    return pick(offers, chance);
  },
};
