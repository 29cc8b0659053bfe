/** How long things take. Rivals are shown more slowly than one's own moves; the person's pace stretches or shrinks all. */

export interface Pace {
  /** Own moves: the hand is quicker than the eye of others. */
  readonly own: boolean;
  readonly factor: number;
  readonly still: boolean;
}

export const TIMES = {
  fly: 300,
  turn: 240,
  stagger: 60,
  drop: 200,
  rise: 1000,
  look: 260,
  between: 90,
  still: 120,
} as const;

export function lasts(what: keyof typeof TIMES, { own, factor, still }: Pace): number {
  if (still) return what === 'look' ? 320 * factor : what === 'rise' ? TIMES.rise : 0;
  const slow = own ? 1 : 1.45;
  if (own && what === 'look') return 0;
  return TIMES[what] * slow * factor;
}
