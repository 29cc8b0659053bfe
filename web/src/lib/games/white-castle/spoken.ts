/** Places and effects in words: what is said to the ear, shown when a pointer rests, and written in the text-only view. */
import { listed } from '../../texts/words.svelte';
import type { SeatInfo } from '../game';
import { GARDENS, YARD_WORTH } from './cards';
import { readEffect } from './effects';
import { kindOfPlace, type Place } from './moves';
import { cardRowFor, coveredBy, floorPoints, lineOf, priceAt, rowsOf, stepsAt, topDie } from './reading';
import {
  type Colour,
  courtiersAt,
  type Die,
  gardenersAt,
  readDie,
  type RoomName,
  type View,
  warriorsAt,
  type YardName,
} from './view';
import { g, t } from './words';

/** One effect: "2 food", "pay 1 seal: Courtier". */
export function effectWords(text: string): string {
  const effect = readEffect(text);
  switch (effect.kind) {
    case 'gain':
      return t(`gain.${effect.icon}`, { n: effect.n });
    case 'action':
      return t(`icon.${effect.icon}`);
    case 'paid':
      return t('effect.paid', {
        price: t(`gain.${effect.price.icon}`, { n: effect.price.n }),
        effect: effectWords(text.slice(text.indexOf(':') + 1)),
      });
    default:
      return text;
  }
}

/** The same in few words, for a card that is read instead of looked at. */
export function briefWords(text: string): string {
  const effect = readEffect(text);
  if (effect.kind === 'gain')
    return t(`${effect.icon === 'pearl' || effect.icon === 'any' ? 'brief' : 'gain'}.${effect.icon}`, { n: effect.n });
  if (effect.kind === 'action') return t(`short.${effect.icon}`);
  if (effect.kind !== 'paid') return text;
  const price = t(`gain.${effect.price.icon}`, { n: effect.price.n });
  return t('brief.paid', { price, effect: briefWords(text.slice(text.indexOf(':') + 1)) });
}

export const effectsWords = (effects: readonly string[], either = false): string =>
  effects.length === 0 ? t('effect.none') : listed(effects.map(effectWords), either ? 'disjunction' : 'conjunction');

export const dieWords = ({ colour, value }: Die): string => t('die.name', { colour: t(`colour.${colour}`), value });

/** A place by its name alone. */
export function nameOfPlace(place: Place, view: View): string {
  const [kind = '', name = '', detail = ''] = place.split(':');
  switch (kind) {
    case 'room':
      return g(`space.${name}`);
    case 'row':
      return t('row.name', { room: nameOfPlace(`room:${name}`, view), number: detail });
    case 'die':
      return t('bridge.end', { colour: t(`tone.${name}`), end: t(`side.${detail}`) });
    case 'garden':
      return t(`garden.${GARDENS[name]?.kind ?? 'plant'}`, { colour: t(`tone.${bridgeOf(view, name)}`) });
    case 'line':
      return t('line.name', { colour: t(`tone.${name}`) });
    case 'outside':
      return t(`outside.${name}`);
    case 'favour':
      return t('favour.name', { side: t(`side.${name}`) });
    case 'yard':
      return t('yard.name', { n: Number(name) });
    case 'from':
      return name === 'gate' ? t('place.gate') : nameOfPlace(`room:${name}`, view);
    default:
      return t(`place.${kind}`);
  }
}

function bridgeOf(view: View, garden: string): Colour {
  const found = Object.entries(view.gardens).find(([, cards]) => cards.includes(garden));
  return (found?.[0] ?? 'coral') as Colour;
}

interface Told {
  readonly view: View;
  readonly seat: number;
  readonly names: readonly SeatInfo[];
  readonly offered: boolean;
  readonly coins: number | undefined;
  readonly hand: (Die & { text: string; from: string }) | null;
}

const people = (seats: readonly number[], names: readonly SeatInfo[]): string => {
  const counted = [...new Set(seats)].map((seat) =>
    t('pieces.of', { name: names[seat]?.name ?? '', n: seats.filter((each) => each === seat).length }),
  );
  return listed(counted);
};

/** Coins of a placement: what a chip shows as `+2`, `−1` or `0`. */
export const coinWords = (coins: number): string =>
  coins > 0 ? t('coins.gain', { n: coins }) : coins < 0 ? t('coins.cost', { n: -coins }) : t('coins.even');

/** Everything about a place in one sentence or two. */
export function spoken(place: Place, { view, seat, names, offered, coins, hand }: Told): string {
  const [kind = '', name = '', detail = ''] = place.split(':');
  const parts: string[] = [nameOfPlace(place, view)];
  if (kind === 'die') {
    const bridge = view.bridges[name as Colour];
    const value = detail === 'left' ? bridge.left : detail === 'right' ? bridge.right : null;
    if (value !== null)
      parts[0] = t('die.at', { die: dieWords({ colour: name as Colour, value }), end: t(`side.${detail}`) });
    if (detail === 'left') parts.push(t('die.lantern'));
    return parts.join(', ');
  }
  if (offered) parts.push(t('place.open'));
  if (coins !== undefined) parts.push(coinWords(coins));
  // What a garden costs is said with what it is worth.
  const price = offered && kind !== 'garden' ? priceAt(place) : undefined;
  if (price !== undefined) parts.push(t('price', { price: effectWords(price) }));
  if (['room', 'outside', 'line', 'well'].includes(kind)) {
    const { printed, dice } = coveredBy(view, place, seat);
    const top = topDie(dice);
    parts.push(top === null ? t('space.value', { n: printed }) : t('space.die', { die: dieWords(readDie(top)) }));
  }
  const putting = offered && hand !== null;
  if (kind === 'room' && !putting) {
    for (const row of rowsOf(view, name as RoomName))
      parts.push(
        t(row.dark ? 'row.dark' : 'row.light', {
          colour: t(`tone.${row.tile}`),
          effects: effectsWords(row.effects),
        }),
      );
  } else if (kind === 'line' && !putting) {
    const shown = lineOf(view, seat, name as Colour).flatMap(({ effect, uncovered }) => (uncovered ? [effect] : []));
    parts.push(t('line.gives', { effects: effectsWords(shown) }));
    parts.push(t('line.card', { effects: effectsWords(cardRowFor(view, seat, name as Colour).effects) }));
  } else
    for (const step of stepsAt(view, place, seat, putting ? hand.text : undefined, putting ? hand.from : undefined))
      parts.push(t(`step.${step.from}`, { effects: effectsWords(step.effects, step.either) }));
  const there =
    kind === 'room'
      ? courtiersAt(view, name as RoomName)
      : kind === 'gate'
        ? courtiersAt(view, 'gate')
        : kind === 'garden'
          ? gardenersAt(view, name)
          : kind === 'yard'
            ? warriorsAt(view, name as YardName)
            : [];
  if (there.length > 0) parts.push(t('pieces.here', { who: people(there, names) }));
  if (kind === 'room') parts.push(t('worth.courtier', { n: floorPoints(name) }));
  if (kind === 'garden')
    parts.push(t('worth.gardener', { n: GARDENS[name]?.points ?? 0, food: GARDENS[name]?.food ?? 0 }));
  if (kind === 'yard') parts.push(t('worth.warrior', { n: YARD_WORTH[name] ?? 1 }));
  return `${parts[0] ?? ''}. ${parts.slice(1).join('; ')}`;
}

/** What an icon means, for a pointer that rests on it: a word and a rule. */
export function explained(what: string, names: readonly SeatInfo[]): { title: string; text: string } | null {
  const [kind = '', ...rest] = what.split(':');
  if (kind === 'paid') {
    const text = rest.join(':');
    return { title: effectWords(text), text: t('rule.paid') };
  }
  if (kind === 'piece') {
    const [which = '', seat = '0'] = rest;
    return { title: t(`piece.${which}`, { name: names[Number(seat)]?.name ?? '' }), text: t(`rule.${which}`) };
  }
  if (kind === 'place') return null;
  return { title: t(`icon.${what}`), text: t(`rule.${what}`) };
}

export { kindOfPlace };
