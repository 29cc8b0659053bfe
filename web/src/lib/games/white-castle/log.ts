/** The log: each event a line with its sentence's key and facts, and the places on the table it speaks of. */
import type { GameEvent } from '../../protocol/types';
import { seenOf } from './flights';
import type { Place } from './moves';

export interface Line {
  readonly id: number;
  readonly seat: number | null;
  readonly event: GameEvent;
  readonly places: readonly Place[];
  /** Lines that only follow from the one before are told more quietly. */
  readonly quiet: boolean;
}

const SILENT = new Set(['turn-ended', 'rival-done', 'die-taken', 'lantern']);
const QUIET = new Set([
  'gains',
  'gain-lost',
  'choice-lost',
  'paid',
  'influence',
  'rival-influence',
  'card-turned',
  'refilled',
  'rival-turned',
  'declined',
]);

export function line(id: number, event: GameEvent, rival: number | null): Line | undefined {
  if (SILENT.has(event.event)) return undefined;
  const seat = typeof event.seat === 'number' ? event.seat : event.event.startsWith('rival-') ? rival : null;
  return { id, seat, event, places: seenOf(event, rival).lights, quiet: QUIET.has(event.event) };
}
