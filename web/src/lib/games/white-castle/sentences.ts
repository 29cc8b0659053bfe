/** Events and reasons as words: places, goods and cards by name, seats by the name of who sits there. */
import { joined, type Piece } from '../../texts/catalogue';
import { listed } from '../../texts/words.svelte';
import type { GameEvent, Reason } from '../../protocol/types';
import type { SeatInfo } from '../game';
import { effectWords } from './spoken';
import { g, gamePieces, has, t } from './words';

const SPACE = new Set(['space', 'room', 'from', 'to', 'source', 'target']);
const GOODS = new Set(['what', 'resource', 'figure']);

/** One fact as a word, if it is a name; else itself. */
function worded(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return listed(value.map((each) => String(worded(key.replace(/s$/, ''), each))));
  if (typeof value !== 'string') return value;
  if (has(`${key}.${value}`)) return g(`${key}.${value}`);
  if (SPACE.has(key) && has(`space.${value}`)) return g(`space.${value}`);
  if (GOODS.has(key) && has(`what.${value}`)) return g(`what.${value}`);
  if (['effect', 'gain', 'price', 'action'].includes(key)) return effectWords(value);
  return value;
}

export function inWords(
  facts: Readonly<Record<string, unknown>>,
  names: readonly SeatInfo[] = [],
): Record<string, unknown> {
  const words: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(facts)) words[key] = worded(key, value);
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
export function pictured(event: GameEvent): string[] {
  const found: string[] = [];
  if (Array.isArray(event.gains)) found.push(...event.gains.filter((each): each is string => typeof each === 'string'));
  if (typeof event.coins === 'number' && event.coins !== 0) found.push(`${String(Math.abs(event.coins))}c`);
  return found;
}

/** Why a move is not allowed, in the language of the moment; the server's own sentence where the code is not known. */
export function because(reason: Reason, sentence: string | null): string {
  const key = `reason.${reason.code}`;
  const text = has(key) ? g(key, inWords(reason.facts)) : (sentence ?? t('status.no'));
  return text.charAt(0).toUpperCase() + text.slice(1);
}
