/** The page's own texts, so that a test says what it means and not how it is worded today. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Text = string | Record<string, string>;
type Catalogue = Record<string, Text>;
export type Language = 'en' | 'pt-BR';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** A game's own words come first, then those of every table, of the pages around, and of the rules. */
const folders = (game: string) => [
  `web/src/lib/games/${game}/texts`,
  'web/src/lib/texts',
  'web/src/lib/shell/texts',
  `src/tenshu/${game.replaceAll('-', '_')}/texts`,
];
const known = new Map<string, Catalogue[]>();

function find(key: string, language: Language, game: string): Text {
  const shelf = `${game} ${language}`;
  let catalogues = known.get(shelf);
  if (!catalogues) {
    const files = folders(game).map((folder) => `${ROOT}${folder}/${language}.json`);
    catalogues = files
      .filter((file) => existsSync(file))
      .map((file) => JSON.parse(readFileSync(file, 'utf-8')) as Catalogue);
    known.set(shelf, catalogues);
  }
  for (const catalogue of catalogues) {
    const found = catalogue[key];
    if (found !== undefined) return found;
  }
  throw new Error(`no catalogue has a text called ${key} (${language})`);
}

export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

type Facts = Record<string, string | number>;

export interface Words {
  /** A text with its facts. */
  say: (key: string, facts?: Facts) => string;
  /** Any way of saying it, whatever the facts. */
  saying: (key: string) => RegExp;
}

export function words(game = 'dragon-castle', language: Language = 'en'): Words {
  return {
    say(key, facts = {}) {
      const found = find(key, language, game);
      const plural = new Intl.PluralRules(language).select(Number(facts.n ?? 0));
      const form = typeof found === 'string' ? found : (found[plural] ?? found.other);
      if (form === undefined) throw new Error(`${key} has no such form`);
      return form.replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole));
    },
    saying(key) {
      const found = find(key, language, game);
      const forms = typeof found === 'string' ? [found] : Object.values(found);
      return new RegExp(forms.map((form) => escaped(form).replace(/\\\{\w+\\\}/g, '.+')).join('|'));
    },
  };
}

/** English, as most tests speak. */
export const { say, saying } = words();
