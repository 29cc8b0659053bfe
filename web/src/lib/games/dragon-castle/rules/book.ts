/** The rules of Dragon Castle: a text in each language, drawn examples, and the rulings. */
import type { Chapter, RulesText } from '../../../rules/rules';
import type { Catalogue } from '../../../texts/catalogue';
import { readRulings, type RulingGroup } from '../../../rules/rulings';
import markdown from '../../../../../../docs/rulings.md?raw';

export { default as Defs } from '../art/Defs.svelte';
export { default as Figure } from './Figure.svelte';
export { said } from './said';

interface File {
  lead: string;
  chapters: Chapter[];
  details: Record<string, string>;
  captions: Record<string, string>;
  /** Rulings in this language: what is decided, and why. English is that of docs/rulings.md. */
  rulings?: Record<string, [string, string]>;
}
type Load = () => Promise<File>;
const files = import.meta.glob<File>('./texts/*.json', { import: 'default' }) as Record<string, Load>;

const keyed = (prefix: string, texts: Record<string, string>): Catalogue =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [`${prefix}.${key}`, text]));

/** As docs/rulings.md lists them, in English. */
export const RULINGS: readonly RulingGroup[] = readRulings(markdown);

export async function text(language: string): Promise<RulesText> {
  const load = files[`./texts/${language}.json`] ?? (files['./texts/en.json'] as Load);
  const { lead, chapters, details, captions, rulings = {}, ...more } = await load();
  const words = more as Catalogue;
  return {
    lead,
    chapters,
    rulings: RULINGS.map((group) => ({
      title: String(words[`group.${group.title}`] ?? group.title),
      rulings: group.rulings.map((ruling) => {
        const [said, because] = rulings[ruling.key] ?? [ruling.text, ruling.because];
        return { key: ruling.key, text: said, because };
      }),
    })),
    words: { ...words, ...keyed('detail', details), ...keyed('caption', captions) },
  };
}
