/** How long moves are shown, as multiples of the usual time. */
export const PACES = { slow: 1.6, usual: 1, fast: 0.5, instant: 0 } as const;

export type Pace = keyof typeof PACES;
export const PACE_NAMES = Object.keys(PACES) as Pace[];

/** The pace that comes nearest to what is kept on this device. */
export const paceOf = (factor: number): Pace =>
  PACE_NAMES.reduce((best, each) => (Math.abs(PACES[each] - factor) < Math.abs(PACES[best] - factor) ? each : best));
