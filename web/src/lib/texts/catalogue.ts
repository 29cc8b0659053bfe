/** Catalogues of sentences: a text, or its plural forms chosen by `n`; `{name}` is replaced by a fact. */

export type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Catalogue = Readonly<Record<string, Entry>>;
export type Facts = Readonly<Record<string, unknown>>;

/** A piece of a sentence: plain text, or a fact with its name, so that a piece can be drawn where it is named. */
export type Piece = { text: string } | { name: string; value: unknown };

const rules = new Map<string, Intl.PluralRules>();

function ruleFor(language: string): Intl.PluralRules {
  let rule = rules.get(language);
  if (!rule) rules.set(language, (rule = new Intl.PluralRules(language)));
  return rule;
}

export function pattern(entry: Entry, language: string, facts: Facts): string {
  if (typeof entry === 'string') return entry;
  const form = ruleFor(language).select(Number(facts.n ?? 0));
  return entry[form] ?? entry.other ?? '';
}

export function pieces(text: string, facts: Facts): Piece[] {
  return text
    .split(/(\{[\w-]+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const name = /^\{([\w-]+)\}$/.exec(part)?.[1];
      return name !== undefined && name in facts ? { name, value: facts[name] } : { text: part };
    });
}

export const joined = (parts: readonly Piece[]): string =>
  parts.map((part) => ('text' in part ? part.text : String(part.value))).join('');

export function sentence(catalogue: Catalogue, language: string, key: string, facts: Facts = {}): string {
  const entry = catalogue[key];
  return entry === undefined ? key : joined(pieces(pattern(entry, language, facts), facts));
}
