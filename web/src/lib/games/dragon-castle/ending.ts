/** What is said of a game that is over, and of its moves. */
import type { GameEvent } from '../../protocol/types';
import { readMove } from './moves';
import type { Scores, View } from './view';
import { g, t } from './words';

export { default as Sheet } from './Sheet.svelte';

export function headline(scores: unknown): string | null {
  const { rank } = scores as Scores;
  return rank === undefined ? null : t('end.rank', { rank: g(`rank.${rank}`) });
}

export const endsTurn = (events: readonly GameEvent[]): boolean => events.some(({ event }) => event === 'turn-ended');

/** A move as one tells it afterwards; the view is the one it was played in. */
export function inWords(move: string, view: unknown): string {
  const { verb, path } = readMove(move);
  const facts: Record<string, string> = {};
  for (const target of path) {
    if (target.kind === 'castle') {
      facts.cell = target.cell;
      facts.tile = g(`tile.${(view as View | null)?.castle[target.cell]?.at(-1) ?? ''}`);
    } else if (target.kind === 'realm') {
      if ('cell' in facts) facts.from = facts.cell ?? '';
      facts.cell = target.cell;
    } else if (target.kind === 'hand') facts.tile = g(`tile.${target.tile}`);
    else if (target.kind === 'type') facts.type = g(`type.${target.type}`);
    else if (target.kind === 'spirit') facts.spirit = g(`spirit.${target.spirit}`);
    else if (target.kind === 'pool') return t('told.spirit.shrine', facts);
  }
  return t(`told.${verb}`, facts);
}
