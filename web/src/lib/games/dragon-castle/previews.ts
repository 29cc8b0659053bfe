/** What the server's preview of a move says, in the few facts a player wants before confirming. */
import type { Preview } from '../../protocol/types';
import { readMove } from './moves';

export interface Completed {
  readonly type: string | null;
  readonly cells: readonly string[];
  readonly points: number;
}

export const completedBy = (preview: Preview | undefined): Completed[] =>
  (preview?.events ?? [])
    .filter(({ event }) => event === 'set-turned')
    .map(({ type, cells, points }) => ({
      type: type as string | null,
      cells: cells as string[],
      points: points as number,
    }));

export const pointsOf = (sets: readonly Completed[]): number => sets.reduce((sum, { points }) => sum + points, 0);

/** How many shrines may be built on what the move completes. */
export const shrinesAfter = (preview: Preview | undefined): number =>
  (preview?.events ?? []).reduce(
    (most, { event, shrines }) =>
      event === 'may-build' && typeof shrines === 'number' ? Math.max(most, shrines) : most,
    0,
  );

/** What a call of a spirit would open: moves that cannot be made without it, by verb, with the cells they begin at. */
export interface Opened {
  readonly verb: string;
  readonly count: number;
}
export interface Prospect {
  readonly opens: readonly Opened[];
  readonly castle: ReadonlySet<string>;
  readonly realm: ReadonlySet<string>;
}

/** Looks through the previews of a spirit's calls; null while none has come. */
export function prospect(previews: readonly (Preview | undefined)[], moves: readonly string[]): Prospect | null {
  const told = previews.filter((preview) => preview?.next);
  if (told.length === 0) return null;
  const now = new Set(moves);
  const next = new Set(told.flatMap((preview) => preview?.next ?? []).filter((move) => !now.has(move)));
  const firsts = new Map<string, Set<string>>();
  const castle = new Set<string>();
  const realm = new Set<string>();
  for (const { verb, path } of [...next].map(readMove)) {
    const [first] = path;
    if (!first || verb === 'spirit' || first.kind === 'button') continue;
    const target = 'cell' in first ? first.cell : '';
    const known = firsts.get(verb) ?? new Set();
    firsts.set(verb, known.add(target));
    if (first.kind === 'castle') castle.add(first.cell);
    if (first.kind === 'realm') realm.add(first.cell);
  }
  return { opens: [...firsts].map(([verb, cells]) => ({ verb, count: cells.size })), castle, realm };
}
