import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Catalogue, type Entry, pattern, pieces, sentence } from './catalogue';
import { bestLanguage } from './words.svelte';

const folder = `${process.cwd()}/src/lib/texts`;
const read = (name: string) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf-8')) as Catalogue;
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const english = read('en.json');

const forms = (entry: Entry): string[] => (typeof entry === 'string' ? [entry] : Object.values(entry));
const holes = (text: string) => [...new Set(text.match(/\{[\w-]+\}/g) ?? [])].filter((hole) => hole !== '{n}').sort();

describe.each(files)('%s', (name) => {
  const catalogue = read(name);
  const plurals = new Intl.PluralRules(name.replace('.json', '')).resolvedOptions().pluralCategories;

  test('has the same keys as the English one', () => {
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(english).sort());
  });
  test.each(Object.keys(english))('%s has the same facts in every form', (key) => {
    const wanted = holes(forms(english[key] ?? '').at(-1) ?? '');
    const entry = catalogue[key] ?? '';
    expect(holes(forms(entry).at(-1) ?? '')).toEqual(wanted);
    expect(typeof entry).toBe(typeof english[key]);
    if (typeof entry !== 'string') {
      expect(entry.other).toBeDefined();
      for (const form of Object.keys(entry)) expect(plurals).toContain(form);
    }
  });
});

describe('sentences', () => {
  test('plural forms follow the language', () => {
    const entry = { one: '{n} ponto', other: '{n} pontos' };
    expect(pattern(entry, 'pt-BR', { n: 0 })).toBe('{n} ponto');
    expect(pattern(entry, 'en', { n: 0 })).toBe('{n} pontos');
    expect(sentence({ a: entry }, 'pt-BR', 'a', { n: 2 })).toBe('2 pontos');
  });
  test('facts come out as pieces of their own', () => {
    expect(pieces('{who} takes {piece}.', { who: 'Ana', piece: 'M1' })).toEqual([
      { name: 'who', value: 'Ana' },
      { text: ' takes ' },
      { name: 'piece', value: 'M1' },
      { text: '.' },
    ]);
  });
  test('an unknown key shows itself', () => expect(sentence({}, 'en', 'no.such')).toBe('no.such'));
});

test('the nearest language is found', () => {
  const have = ['en', 'pt-BR'];
  expect(bestLanguage(['pt-PT', 'en'], have)).toBe('pt-BR');
  expect(bestLanguage(['de', 'en-GB'], have)).toBe('en');
  expect(bestLanguage(['ja'], have)).toBe('en');
});
