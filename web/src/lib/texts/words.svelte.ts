/**
 * The words of the client, in the language of the moment. A further language is one more file beside en.json (and one in each
 * game's own texts); it is fetched when somebody chooses it.
 */
import { type Catalogue, type Facts, pattern, type Piece, pieces, sentence } from './catalogue';

type Load = () => Promise<Catalogue>;

const shells = import.meta.glob<Catalogue>('./*.json', { import: 'default' }) as Record<string, Load>;
const games = import.meta.glob<Catalogue>(
  ['../../../../src/tenshu/*/texts/*.json', '!**/tenshu/{arena,cli,server}/**'],
  { import: 'default' },
) as Record<string, Load>;

export const LANGUAGES: readonly string[] = Object.keys(shells)
  .map((path) => path.replace(/^\.\/|\.json$/g, ''))
  .sort();

export const FALLBACK = 'en';

/** The folder of a game's own texts in the Python package. */
const folder = (game: string) => game.replaceAll('-', '_');

let words = $state.raw<{ language: string; shell: Catalogue; game: Catalogue }>({
  language: FALLBACK,
  shell: {},
  game: {},
});

const find = (from: Record<string, Load>, end: string): Load | undefined =>
  Object.entries(from).find(([path]) => path.endsWith(end))?.[1];

/** The best language we have for a list of wishes such as navigator.languages. */
export function bestLanguage(wishes: readonly string[], have: readonly string[] = LANGUAGES): string {
  for (const wish of wishes) {
    const exact = have.find((each) => each.toLowerCase() === wish.toLowerCase());
    const kin = have.find((each) => each.split('-')[0] === wish.split('-')[0]?.toLowerCase());
    if (exact ?? kin) return (exact ?? kin) as string;
  }
  return FALLBACK;
}

export async function speak(language: string, game = 'dragon-castle'): Promise<void> {
  const shell = find(shells, `/${language}.json`);
  const own = find(games, `/${folder(game)}/texts/${language}.json`);
  const [ours, theirs] = await Promise.all([shell?.(), own?.()]);
  words = { language, shell: ours ?? {}, game: theirs ?? {} };
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

export const language = (): string => words.language;

/** A sentence of the client. */
export const t = (key: string, facts: Facts = {}): string => sentence(words.shell, words.language, key, facts);

/** A sentence of the game: names, questions, events, reasons. */
export const g = (key: string, facts: Facts = {}): string => sentence(words.game, words.language, key, facts);

export const has = (key: string): boolean => key in words.game;

/** A game's sentence in pieces. */
export function gamePieces(key: string, facts: Facts): Piece[] {
  const entry = words.game[key];
  return entry === undefined ? [{ text: key }] : pieces(pattern(entry, words.language, facts), facts);
}

export const number = (value: number): string => new Intl.NumberFormat(words.language).format(value);

export const listed = (items: readonly string[], type: Intl.ListFormatType = 'conjunction'): string =>
  new Intl.ListFormat(words.language, { type }).format(items);
