/**
 * The words of every table, in the language of the moment. A further language is one more file beside en.json, one beside the
 * pages' en.json, and one in each game's own texts; it is fetched when somebody chooses it.
 */
import { type Catalogue, type Facts, sentence } from './catalogue';

type Load = () => Promise<Catalogue>;

const files = import.meta.glob<Catalogue>('./*.json', { import: 'default' }) as Record<string, Load>;

export const LANGUAGES: readonly string[] = Object.keys(files)
  .map((path) => path.replace(/^\.\/|\.json$/g, ''))
  .sort();

export const FALLBACK = 'en';

let words = $state.raw<{ language: string; table: Catalogue }>({ language: FALLBACK, table: {} });

/** The best language we have for a list of wishes such as navigator.languages. */
export function bestLanguage(wishes: readonly string[], have: readonly string[] = LANGUAGES): string {
  for (const wish of wishes) {
    const exact = have.find((each) => each.toLowerCase() === wish.toLowerCase());
    const kin = have.find((each) => each.split('-')[0] === wish.split('-')[0]?.toLowerCase());
    if (exact ?? kin) return (exact ?? kin) as string;
  }
  return FALLBACK;
}

type Follower = (language: string) => Promise<void>;
const followers: Follower[] = [];

/** Is asked to fetch its words before another language is spoken. */
export const follows = (follower: Follower): void => void followers.push(follower);

export async function speak(language: string): Promise<void> {
  const [table] = await Promise.all([
    files[`./${language}.json`]?.(),
    ...followers.map((follower) => follower(language)),
  ]);
  words = { language, table: table ?? {} };
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

export const language = (): string => words.language;

/** A sentence that every table has. */
export const t = (key: string, facts: Facts = {}): string => sentence(words.table, words.language, key, facts);
export { t as common };

/** Making such a thing takes a hundred times as long as using it, and a board uses it for every piece. */
function kept<Kept>(make: (language: string, kind: string) => Kept): (kind?: string) => Kept {
  const made = new Map<string, Kept>();
  return (kind = '') => {
    const key = `${words.language} ${kind}`;
    let found = made.get(key);
    if (!found) made.set(key, (found = make(words.language, kind)));
    return found;
  };
}
const numbers = kept((language) => new Intl.NumberFormat(language));
const lists = kept((language, type) => new Intl.ListFormat(language, { type: type as Intl.ListFormatType }));

export const number = (value: number): string => numbers().format(value);

export const listed = (items: readonly string[], type: Intl.ListFormatType = 'conjunction'): string =>
  lists(type).format(items);
