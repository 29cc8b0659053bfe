/** What can be chosen for a new table: the castle, spirits and dragons, who begins. */
import { listed } from '../../texts/words.svelte';
import type { Chosen, Options } from '../game';
import { cardOption, cardWish, read } from './catalogue';
import { g, t } from './words';

export { default as Brief } from './Brief.svelte';
export { default as Form } from './SetupForm.svelte';

export const usual = (): Options => ({ spirits: [], dragons: [] });

export function fit({ options, players, catalogue }: Chosen): Options {
  const { layouts = [], spirits = [], dragons = [], not_in_solo = [] } = read(catalogue) ?? {};
  const solo = players === 1;
  const cards = (option: unknown, known: readonly string[]): string | string[] => {
    const wish = cardWish(option);
    return cardOption(
      wish.kind === 'chosen' ? { kind: 'chosen', names: wish.names.filter((name) => known.includes(name)) } : wish,
    );
  };
  const fitting: Options = {
    spirits: cards(options.spirits, spirits),
    dragons: cards(options.dragons, solo ? dragons.filter((name) => !not_in_solo.includes(name)) : dragons),
  };
  if (layouts.some(({ name }) => name === options.layout)) fitting.layout = options.layout;
  if (!solo && typeof options.first === 'number' && options.first < players) fitting.first = options.first;
  return fitting;
}

export function lines({ options, players }: Chosen): readonly string[] {
  return [
    ...(players === 1 ? [t('summary.solo')] : []),
    ...(['spirit', 'dragon'] as const).flatMap((kind) => {
      const wish = cardWish(options[`${kind}s`]);
      if (wish.kind === 'random') return [t(`summary.${kind}s`, { n: wish.count })];
      return wish.kind === 'chosen' ? [listed(wish.names.map((name) => g(`${kind}.${name}`)))] : [];
    }),
  ];
}
