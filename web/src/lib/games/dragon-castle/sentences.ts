/** Facts of events and reasons as words: tiles, types and spirits by name, seats by the name of who sits there. */
import type { Facts } from '../../texts/catalogue';
import { g, has } from './words';
import type { SeatInfo } from '../game';
import { isFaction, symbolOf, typeOf } from './view';
import type { Reason } from '../../protocol/types';

const NAMED: Readonly<Record<string, (value: string) => string>> = {
  tile: (value) => g(`tile.${value.toUpperCase()}`),
  first: (value) => (has(`tile.${value}`) ? g(`tile.${value}`) : value),
  type: (value) => g(`type.${value}`),
  spirit: (value) => g(`spirit.${value}`),
  verb: (value) => (has(`verb.${value}`) ? g(`verb.${value}`) : value),
  asked: (value) => (has(`ask.${value}`) ? g(`ask.${value}`) : value),
};

/** A tile as it is spoken: its type is always said. */
export const spokenTile = (tile: string): string => {
  const symbol = symbolOf(tile);
  const name = g(`tile.${symbol}`);
  return isFaction(symbol) ? name : `${g(`type.${typeOf(symbol)}`)}, ${name}`;
};

/** Facts with their names put in, ready for a sentence. */
export function inWords(facts: Facts, names: readonly SeatInfo[] = []): Record<string, unknown> {
  const words: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(facts))
    words[key] = typeof value === 'string' ? (NAMED[key]?.(value) ?? value) : value;
  if (typeof facts.seat === 'number') words.who = names[facts.seat]?.name ?? '';
  return words;
}

/** Why a move is not allowed, in the language of the moment; the server's own sentence where the code is not known. */
export function because(reason: Reason, sentence: string | null): string {
  const key = `reason.${reason.code}`;
  const text = has(key) ? g(key, inWords(reason.facts)) : (sentence ?? '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
