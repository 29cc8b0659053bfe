/** A table at a glance: the castle with as many herons as clans. */
import type { Chosen } from '../game';
import type { Scores } from './view';
import { g, t } from './words';

export { default as Picture } from './Glance.svelte';

export const title = ({ players }: Chosen): string => (players === 1 ? t('solo.name') : g('game'));

export const points = (scores: unknown): readonly number[] =>
  (scores as Scores | null)?.players.map(({ total }) => total) ?? [];

export const rival = (): string => t('solo.short');
