/** Events and reasons as words: places, goods and cards by name, seats by the name of who sits there. */
import { joined, type Piece } from '../../texts/catalogue';
import { listed } from '../../texts/words.svelte';
import type { GameEvent, Reason } from '../../protocol/types';
import type { SeatInfo } from '../game';
import { gainsOf } from './flights';
import { effectWords } from './spoken';
import { g, gamePieces, has, t } from './words';

/** Under which heading of the catalogue the names of a fact stand, where that is not the fact's own name. */
const HEADINGS: Readonly<Record<string, string>> = {
  asked: 'ask',
  from: 'space',
  to: 'space',
  room: 'space',
  resource: 'what',
  tile: 'colour',
};
const AS_EFFECTS = new Set(['effect', 'gain', 'gains', 'price']);

/** One fact as a word, if it is a name; else itself. */
function worded(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return listed(value.map((each) => String(worded(key, each))));
  if (typeof value !== 'string') return value;
  if (AS_EFFECTS.has(key)) return effectWords(value);
  const name = `${HEADINGS[key] ?? key}.${value}`;
  return has(name) ? g(name) : value;
}

export function inWords(
  facts: Readonly<Record<string, unknown>>,
  names: readonly SeatInfo[] = [],
): Record<string, unknown> {
  const words: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(facts)) words[key] = worded(key, value);
  if (typeof facts.points === 'number') words.n = facts.points;
  if (typeof facts.seat === 'number') words.who = names[facts.seat]?.name ?? '';
  return words;
}

export function sentencePieces(event: GameEvent, names: readonly SeatInfo[], mine: readonly number[] = []): Piece[] {
  const you = typeof event.seat === 'number' && mine.length === 1 && mine.includes(event.seat);
  const key = `event.${event.event}`;
  const chosen = you && has(`${key}.you`) ? `${key}.you` : key;
  return gamePieces(chosen, inWords(event, names));
}

export const sentenceOf = (event: GameEvent, names: readonly SeatInfo[], mine: readonly number[] = []): string =>
  joined(sentencePieces(event, names, mine));

/** The goods an event names, to be drawn behind its sentence. */
export function pictured(event: GameEvent): { sign: string; effect: string }[] {
  const coins = typeof event.coins === 'number' ? event.coins : 0;
  return [
    ...gainsOf(event).map((effect) => ({ sign: '', effect })),
    ...(event.event.endsWith('-placed') && coins !== 0
      ? [{ sign: coins > 0 ? '+' : '−', effect: `${String(Math.abs(coins))}c` }]
      : []),
  ];
}

/** Why a move is not allowed, in the language of the moment; the server's own sentence where the code is not known. */
export function because(reason: Reason, sentence: string | null): string {
  const key = `reason.${reason.code}`;
  const text = has(key) ? g(key, inWords(reason.facts)) : (sentence ?? t('status.no'));
  return text.charAt(0).toUpperCase() + text.slice(1);
}
