/** The log: each event a line with its sentence's key and facts, and what on the table it speaks of. */
import type { GameEvent } from '../../protocol/types';

export interface Line {
  readonly id: number;
  readonly seat: number | null;
  readonly key: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly points: number;
  readonly castle: readonly string[];
  readonly realm: readonly string[];
  /** Lines that only say what came to light are told more quietly. */
  readonly quiet: boolean;
}

const SILENT = new Set(['turn-ended']);
const CASTLE = new Set(['taken', 'uncovered', 'destroyed', 'dragon-took']);

export function line(id: number, event: GameEvent, mine: readonly number[]): Line | undefined {
  if (SILENT.has(event.event)) return undefined;
  const seat = typeof event.seat === 'number' ? event.seat : null;
  const inCastle = CASTLE.has(event.event);
  const cells = [event.cell, event.from, event.to, ...((event.cells as unknown[] | undefined) ?? [])].filter(
    (cell): cell is string => typeof cell === 'string',
  );
  const beauty = event.event === 'set-turned' && event.how === 'beauty' ? '.beauty' : '';
  const you = seat !== null && mine.length === 1 && mine.includes(seat) ? '.you' : '';
  const points = typeof event.points === 'number' ? event.points : 0;
  return {
    id,
    seat,
    key: `event.${event.event}${beauty}${you}`,
    facts: { ...event, n: points, size: (event.cells as unknown[] | undefined)?.length ?? 0 },
    points,
    castle: inCastle ? cells : [],
    realm: inCastle ? [] : cells,
    quiet: event.event === 'uncovered',
  };
}
