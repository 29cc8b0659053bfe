/** What can be chosen for a new table: alone, how hard the visiting clan is. All else is dealt. */
import type { Chosen, Options } from '../game';
import { t } from './words';

export { default as Brief } from './Brief.svelte';
export { default as Form } from './SetupForm.svelte';

export const LEVELS = ['easy', 'medium', 'hard'] as const;
export type Level = (typeof LEVELS)[number];

/** What the server says can be chosen. */
interface Catalogue {
  readonly levels: readonly string[];
  readonly level: string;
}

const read = (catalogue: unknown): Catalogue | undefined => catalogue as Catalogue | undefined;

/** The difficulty of the visit: the one chosen, or the usual one. */
export function levelOf({ options, catalogue }: Chosen): Level {
  const wanted = options.solo ?? read(catalogue)?.level;
  return LEVELS.find((level) => level === wanted) ?? 'medium';
}

export const usual = (): Options => ({});

export const fit = (chosen: Chosen): Options => (chosen.players === 1 ? { solo: levelOf(chosen) } : {});

const DICE: Readonly<Record<number, number>> = { 1: 3, 2: 3, 3: 4, 4: 5 };

export const lines = (chosen: Chosen): readonly string[] => [
  ...(chosen.players === 1 ? [t('summary.solo', { level: t(`solo.${levelOf(chosen)}`) })] : []),
  t('summary.dice', { n: DICE[chosen.players] ?? 3 }),
  t('summary.rounds'),
];
