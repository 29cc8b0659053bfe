import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'svelte/compiler';
import { describe, expect, test } from 'vitest';
import { anchorOf } from '../rules/anchors';
import { inOrder, readCastle } from '../rules/castle';
import { EXAMPLES } from '../rules/examples';
import { readRulings } from '../rules/rulings';
import { holdsWords, inline, simple } from '../rules/search';

const source = `${process.cwd()}/src`;
const repository = `${process.cwd()}/..`;
const RULINGS = readRulings(readFileSync(`${repository}/docs/rulings.md`, 'utf-8'));
const read = (path: string) => JSON.parse(readFileSync(path, 'utf-8')) as Record<string, unknown>;

/** Every text with its way to it, plural forms as one. */
function texts(value: unknown, way = ''): Map<string, string[]> {
  if (typeof value === 'string') return new Map([[way, [value]]]);
  if (value === null || typeof value !== 'object') return new Map();
  if ('other' in value) return new Map([[way, Object.values(value as Record<string, string>)]]);
  return new Map(Object.entries(value).flatMap(([key, each]) => [...texts(each, `${way}/${key}`)]));
}
const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].filter((hole) => hole !== '{n}').sort();
const links = (text: string) => [...text.matchAll(/\[\[([\w-]+)\|/g)].map(([, to]) => to ?? '').sort();

describe.each(['lib/shell/texts', 'lib/rules/texts'])('%s', (folder) => {
  const english = texts(read(`${source}/${folder}/en.json`));
  const others = readdirSync(`${source}/${folder}`).filter((name) => name !== 'en.json');

  test.each(others)('%s says everything English says, with the same facts', (name) => {
    const other = texts(read(`${source}/${folder}/${name}`));
    const own = (way: string) => !way.startsWith('/rulings/');
    expect([...other.keys()].filter(own).sort()).toEqual([...english.keys()].filter(own).sort());
    const forms = new Intl.PluralRules(name.replace('.json', '')).resolvedOptions().pluralCategories;
    for (const [way, said] of english) {
      const translated = other.get(way) ?? [];
      expect([way, holes(translated.at(-1) ?? '')]).toEqual([way, holes(said.at(-1) ?? '')]);
      expect([way, translated.flatMap(links)]).toEqual([way, said.flatMap(links)]);
      if (said.length > 1) expect(translated.length).toBeLessThanOrEqual(forms.length);
    }
  });
});

describe('the rules page', () => {
  const rules = read(`${source}/lib/rules/texts/en.json`) as {
    chapters: { id: string; blocks: unknown[] }[];
    details: Record<string, string>;
    captions: Record<string, string>;
  };
  const game = read(`${repository}/src/tenshu/dragon_castle/texts/en.json`);
  const cards = Object.keys(game).filter((key) => /^(spirit|dragon)\.[a-z]+$/.test(key));
  const places = new Set([
    ...rules.chapters.map(({ id }) => id),
    ...rules.chapters.flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        typeof block === 'object' && block !== null && 'sub' in block ? [String(block.sub)] : [],
      ),
    ),
    ...cards.map((card) => card.replace('.', '-')),
    ...RULINGS.flatMap(({ rulings }) => rulings.map(({ key }) => `ruling-${key}`)),
  ]);

  test('lists every ruling of docs/rulings.md, in every language', () => {
    const keys = [...readFileSync(`${repository}/docs/rulings.md`, 'utf-8').matchAll(/^\| `([a-z0-9-]+)`/gm)].map(
      ([, key]) => key,
    );
    expect(keys.length).toBeGreaterThan(30);
    expect(RULINGS.flatMap(({ rulings }) => rulings.map(({ key }) => key))).toEqual(keys);
    for (const name of readdirSync(`${source}/lib/rules/texts`).filter((each) => each !== 'en.json'))
      expect(Object.keys((read(`${source}/lib/rules/texts/${name}`) as { rulings: object }).rulings).sort()).toEqual(
        [...keys].sort(),
      );
  });
  test('explains and draws all twenty cards', () => {
    expect(cards).toHaveLength(20);
    for (const card of cards) {
      expect(rules.details[card]).toBeTruthy();
      expect(rules.captions[card]).toBeTruthy();
      expect(EXAMPLES[card]).toBeDefined();
    }
  });
  test('has a place for every question, reason, verb and card of the game', () => {
    const codes = Object.keys(game).flatMap((key) => {
      const found = /^(?:reason|verb)\.(.+)$/.exec(key)?.[1];
      if (found)
        return [
          'game-over',
          'unreadable',
          'not-now',
          'no-tile-there',
          'no-such-cell',
          'not-in-hand',
          'same-cell',
          'uncovers-the-unknown',
          'pass',
          'set',
        ].includes(found)
          ? []
          : [found];
      return /^(ask|spirit|dragon)\./.test(key) ? [key] : [];
    });
    expect(codes.length).toBeGreaterThan(60);
    expect(codes.filter((code) => !places.has(anchorOf(code)))).toEqual([]);
  });
  test('links only to places it has', () => {
    const all = [...texts(rules.chapters).values()].flat().flatMap(links);
    expect(all.filter((link) => !places.has(link))).toEqual([]);
  });
  test('shows the fifteen castles, each of 116 tiles', () => {
    const folder = `${repository}/src/tenshu/dragon_castle/castles`;
    const castles = inOrder(
      readdirSync(folder).map((name) =>
        readCastle(name.replace('.txt', ''), readFileSync(`${folder}/${name}`, 'utf-8')),
      ),
    );
    expect(castles).toHaveLength(15);
    expect(castles[0]?.key).toBe('basic-2');
    for (const { heights } of castles) expect(heights.flat().reduce((sum, height) => sum + height, 0)).toBe(116);
  });
  test('is searched without regard to case, accents and marks', () => {
    expect(simple('**Espírito** da [[x|Força]]')).toBe('espirito da forca');
    expect(holdsWords('forca ESPIRITO', 'O Espírito', 'da Força')).toBe(true);
    expect(holdsWords('vento', 'O Espírito')).toBe(false);
  });
  test('knows strong and soft words and links', () => {
    expect(inline('a **b** *c* [[d|e]]')).toEqual([
      { text: 'a ' },
      { text: 'b', strong: true },
      { text: ' ' },
      { text: 'c', soft: true },
      { text: ' ' },
      { text: 'e', to: 'd' },
    ]);
  });
});

describe('no text is left in a component', () => {
  const folders = [
    '',
    '/screens',
    '/lib/shell',
    '/lib/shell/replay',
    '/lib/rules',
    '/lib/games',
    '/lib/games/dragon-castle',
  ];
  const files = folders.flatMap((folder) =>
    readdirSync(source + folder)
      .filter((name) => name.endsWith('.svelte'))
      .map((name) => `${source}${folder}/${name}`),
  );
  const SPOKEN = ['aria-label', 'title', 'placeholder', 'alt', 'label', 'legend', 'note', 'lead'];
  const ALLOWED = ['https://'];

  function found(node: unknown, seen: string[] = []): string[] {
    if (node === null || typeof node !== 'object') return seen;
    if (Array.isArray(node)) {
      for (const each of node) found(each, seen);
      return seen;
    }
    const { type, data, name, value } = node as { type?: string; data?: string; name?: string; value?: unknown };
    if (type === 'Text' && /\p{Letter}{2,}/u.test(data ?? '')) seen.push(data ?? '');
    if (type === 'StyleDirective') return seen;
    if (type === 'Attribute') {
      const literal = Array.isArray(value) ? value.filter((part) => (part as { type: string }).type === 'Text') : [];
      if (SPOKEN.includes(name ?? '')) found(literal, seen);
      else
        for (const part of Array.isArray(value) ? value : [value])
          if ((part as { type?: string } | null)?.type === 'ExpressionTag') found(part, seen);
      return seen;
    }
    for (const [key, each] of Object.entries(node))
      if (!['css', 'instance', 'module', 'start', 'end'].includes(key)) found(each, seen);
    return seen;
  }
  test.each(files)('%s', (file) => {
    const tree = parse(readFileSync(file, 'utf-8'), { modern: true });
    expect(found(tree.fragment).filter((text) => !ALLOWED.includes(text.trim()))).toEqual([]);
  });
});
