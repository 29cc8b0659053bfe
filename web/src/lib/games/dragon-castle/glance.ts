/** A table at a glance: its castle. */
import type { Chosen } from '../game';
import { read } from './catalogue';
import type { Scores } from './view';
import { g } from './words';

export { default as Picture } from './Glance.svelte';

/** The castle a table is played in; unknown until the catalogue has come, if it is the usual one. */
export function layoutOf({ options, players, catalogue }: Chosen): string | undefined {
  return typeof options.layout === 'string' ? options.layout : read(catalogue)?.basic[String(players)];
}

export function title(chosen: Chosen): string {
  const layout = layoutOf(chosen);
  return layout === undefined ? g('game') : g(`layout.${layout}`);
}

export const points = (scores: unknown): readonly number[] =>
  (scores as Scores | null)?.players.map(({ total }) => total) ?? [];
