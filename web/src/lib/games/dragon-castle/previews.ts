/** What the server's preview of a move says, in the few facts a player wants before confirming. */
import type { Preview } from '../../protocol/types';

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
