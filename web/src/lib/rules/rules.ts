/** The text of the rules page in a language, and how it is searched. A language is one file in `texts/`. */
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

/** A text without marks and accents, for searching. */
export const simple = (text: string): string =>
  text
    .replace(/\[\[[\w-]+\|([^\]]+)\]\]/g, '$1')
    .replaceAll('*', '')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

/** Whether all the words stand in one of the texts. */
export function holdsWords(words: string, ...texts: readonly string[]): boolean {
  const all = simple(texts.join(' '));
  return simple(words)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => all.includes(word));
}

export type Inline = { text: string; strong?: boolean; soft?: boolean; to?: string };

/** `**strong**`, `*soft*` and `[[anchor|link]]`. */
export function inline(text: string): Inline[] {
  return text
    .split(/(\*\*[^*]+\*\*|\*[^*]+\*|\[\[[^\]]+\]\])/)
    .filter(Boolean)
    .map((part) => {
      const link = /^\[\[([\w-]+)\|([^\]]+)\]\]$/.exec(part);
      if (link) return { text: link[2] ?? '', to: link[1] ?? '' };
      if (part.startsWith('**')) return { text: part.slice(2, -2), strong: true };
      if (part.startsWith('*')) return { text: part.slice(1, -1), soft: true };
      return { text: part };
    });
}
