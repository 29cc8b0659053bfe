/** The rules of The White Castle: a text in each language, drawn examples, every card, and the rulings. */
import type { Chapter, RulesText } from '../../../rules/rules';
import type { RulingGroup } from '../../../rules/rulings';
import type { Catalogue } from '../../../texts/catalogue';

export { default as Defs } from './RuleDefs.svelte';
export { default as Figure } from './Figure.svelte';
export { said } from './said';

export interface File extends Record<string, unknown> {
  lead: string;
  chapters: Chapter[];
  rulings: RulingGroup[];
}
type Load = () => Promise<File>;
const files = import.meta.glob<File>('./texts/*.json', { import: 'default' }) as Record<string, Load>;

export async function text(language: string): Promise<RulesText> {
  const load = files[`./texts/${language}.json`] ?? (files['./texts/en.json'] as Load);
  const { lead, chapters, rulings, ...words } = await load();
  return { lead, chapters, rulings, words: words as Catalogue };
}
