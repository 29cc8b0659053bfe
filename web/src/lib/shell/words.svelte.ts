/**
 * What the pages around the table say. A further language is a file in `texts/` here and one in the other catalogues (the table's,
 * each game's own): all are found by their names.
 */
import { type Catalogue, type Facts, sentence } from '../texts/catalogue';
import { bestLanguage, language, listed, speak as speakAtTheTable } from '../texts/words.svelte';
import type english from './texts/en.json';

export type TextKey = keyof typeof english;
export type { Facts };
export { language, listed };

type Load = () => Promise<Catalogue>;
const files = import.meta.glob<Catalogue>('./texts/*.json', { import: 'default' }) as Record<string, Load>;
const codeOf = (path: string): string => /([^/]+)\.json$/.exec(path)?.[1] ?? path;

export const LANGUAGES: readonly string[] = Object.keys(files).map(codeOf).sort();

let words = $state.raw<Catalogue>({});

/** The language that will be spoken for a wish (null: what the browser wishes). */
export const languageFor = (wish: string | null): string =>
  wish && LANGUAGES.includes(wish) ? wish : bestLanguage(navigator.languages, LANGUAGES);

/** Speak a language from now on (null: what the browser wishes); everything on the page follows. */
export async function speak(wish: string | null): Promise<void> {
  const code = languageFor(wish);
  const load = files[`./texts/${code}.json`] as Load;
  const [loaded] = await Promise.all([load(), speakAtTheTable(code)]);
  words = loaded;
}

export const t = (key: TextKey, facts: Facts = {}): string =>
  sentence(words, language(), key, { ...facts, ...figures(facts) });

/** Numbers as the language writes them; `n` stays a number, it chooses the form. */
function figures(facts: Facts): Facts {
  const found = Object.entries(facts).filter(([name, value]) => typeof value === 'number' && name !== 'n');
  return Object.fromEntries(found.map(([name, value]) => [name, number(value as number)]));
}

/** Keys that are put together from what the server names. */
export const maybe = (key: string, otherwise: string): string => (key in words ? t(key as TextKey) : otherwise);

/** A language as its speakers call it. */
export function nameOfLanguage(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

export const number = (value: number, digits = 1): string =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: digits }).format(value);

export const percent = (share: number): string =>
  new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 }).format(share);

/** With its sign: +3, −12 %. */
export const change = (value: number, style: 'decimal' | 'percent' = 'decimal'): string =>
  new Intl.NumberFormat(language(), {
    style,
    signDisplay: 'exceptZero',
    maximumFractionDigits: style === 'percent' ? 0 : 1,
  })
    .format(value)
    .replace('-', '\u2212');

const UNITS = [
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** "2 minutes ago"; times are the server's, seconds since 1970. */
export function ago(time: number, now = Date.now() / 1000): string {
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  const past = Math.max(0, now - time);
  const unit = UNITS.find(([, length]) => past >= length);
  return unit ? format.format(-Math.round(past / unit[1]), unit[0]) : format.format(0, 'second');
}

/** "2 minutes", "3 days". */
export function duration(seconds: number): string {
  const [unit, length] = UNITS.find(([, each]) => seconds >= each && seconds % each === 0) ?? (['second', 1] as const);
  return new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length);
}

export const day = (time: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(new Date(time * 1000));
