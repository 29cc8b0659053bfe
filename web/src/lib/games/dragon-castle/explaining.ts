/** Points of a score sheet shown on the realm that earned them. */
import type { Ground } from '../../protocol/types';

/** A figure of the sheet: whose, and in which row (`shrines`, `dragons.bravery`). */
export interface Picked {
  readonly seat: number;
  readonly what: string;
}

/** What to write on which cell: points stand on the first cell of what earned them, the others are only marked. */
export function marksOf(grounds: readonly Ground[], what: string): ReadonlyMap<string, string> {
  const points = new Map<string, number>();
  const marked = new Set<string>();
  for (const ground of grounds) {
    const [first] = ground.cells;
    if (ground.what !== what || first === undefined) continue;
    points.set(first, (points.get(first) ?? 0) + ground.points);
    for (const cell of ground.cells) marked.add(cell);
  }
  return new Map([...marked].map((cell) => [cell, points.has(cell) ? `+${String(points.get(cell))}` : '']));
}
