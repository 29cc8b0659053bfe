/** What is said of a game that is over, and of its moves. */
import type { GameEvent } from '../../protocol/types';
import { readMove } from './moves';
import { effectWords, nameOfPlace } from './spoken';
import { places, type Scores, type View } from './view';
import { t } from './words';

export { default as Sheet } from './Sheet.svelte';

/** Alone, whether the visit was outshone; the human sits first. */
export function headline(scores: unknown): string | null {
  const told = scores as Scores & { solo?: boolean };
  return told.solo === true ? t((places(told)[0] ?? []).includes(0) ? 'end.solo-won' : 'end.solo-lost') : null;
}

export const endsTurn = (events: readonly GameEvent[]): boolean => events.some(({ event }) => event === 'turn-ended');

/** A move as one tells it afterwards; the view is the one it was played in. */
export function inWords(move: string, view: unknown): string {
  const seen = (view ?? undefined) as View | undefined;
  const { verb, path } = readMove(move, seen);
  const [place = '', from] = path;
  const [, name = ''] = place.split(':');
  const named = (which: string): string => (seen ? nameOfPlace(which, seen) : which.split(':').slice(1).join(' '));
  return t(`told.${verb}`, {
    card: name,
    effect: verb === 'do' ? effectWords(place.slice('effect:'.length)) : '',
    what: verb === 'gain' || verb === 'trade' ? t(`gain.${name}`, { n: 1 }) : '',
    row: name,
    place: ['start', 'do', 'gain', 'trade', 'light', 'pay', 'stop', 'skip', 'end'].includes(verb) ? '' : named(place),
    from: from === undefined ? '' : named(from),
  });
}
