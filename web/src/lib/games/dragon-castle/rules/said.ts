/** What the figures of the rules say, for the search. */
import type { RulesText } from '../../../rules/rules';
import { DRAGONS, SPIRITS } from '../view';
import { g } from '../words';
import { CASTLES } from './castles';
import { RANKS } from './tables';

/** What a card of the rules page says. */
export function cardText(kind: 'spirit' | 'dragon', name: string, { words }: RulesText): string {
  const key = `${kind}.${name}`;
  return [g(key), g(`${key}.text`), words[`detail.${key}`], words[`caption.${key}`]].join(' ');
}

export function said(figure: string, rules: RulesText): readonly string[] {
  if (figure === 'spirits') return SPIRITS.map((name) => cardText('spirit', name, rules));
  if (figure === 'dragons') return DRAGONS.map((name) => cardText('dragon', name, rules));
  if (figure === 'castles') return CASTLES.map(({ key }) => g(`layout.${key}`));
  if (figure === 'ranks') return [RANKS.map(([, , name]) => g(`rank.${name}`)).join(' ')];
  if (figure === 'sets') return [`${String(rules.words['set.size'])} ${String(rules.words['set.points'])}`];
  return [];
}
