/** The text of the rules page in a language. A language is one file in `texts/`. */
import type { Catalogue } from '../texts/catalogue';
import { readRulings, type RulingGroup } from './rulings';
import markdown from '../../../../docs/rulings.md?raw';

export type Block =
  | string
  | { list: string[] }
  | { steps: string[] }
  | { drawing: string; caption: string }
  | { sub: string; title: string }
  | { table: 'sets' | 'ranks' }
  | { cards: 'spirit' | 'dragon' }
  | { castles: true }
  | { rulings: true };

export interface Chapter {
  id: string;
  title: string;
  blocks: Block[];
}

export interface RulesText {
  chapters: Chapter[];
  details: Record<string, string>;
  captions: Record<string, string>;
  /** Rulings in this language: what is decided, and why. English is that of docs/rulings.md. */
  rulings: Record<string, [string, string]>;
  words: Catalogue;
}

type Load = () => Promise<Record<string, unknown>>;
const files = import.meta.glob<Record<string, unknown>>('./texts/*.json', { import: 'default' }) as Record<
  string,
  Load
>;

export async function rulesIn(language: string): Promise<RulesText> {
  const load = files[`./texts/${language}.json`] ?? (files['./texts/en.json'] as Load);
  const { chapters, details, captions, rulings, ...words } = await load();
  return { chapters, details, captions, rulings, words } as unknown as RulesText;
}

export const RULINGS: readonly RulingGroup[] = readRulings(markdown);

export const inLanguage = (text: RulesText): RulingGroup[] =>
  RULINGS.map((group) => ({
    title: group.title,
    rulings: group.rulings.map((ruling) => {
      const [said, because] = text.rulings[ruling.key] ?? [ruling.text, ruling.because];
      return { key: ruling.key, text: said, because };
    }),
  }));
