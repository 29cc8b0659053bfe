import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'svelte/compiler';
import { describe, expect, test } from 'vitest';

const source = `${process.cwd()}/src`;
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

const games = readdirSync(`${source}/lib/games`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(`${source}/lib/games/${entry.name}/index.ts`))
  .map(({ name }) => name);
const ofGames = games
  .flatMap((game) => [`lib/games/${game}/texts`, `lib/games/${game}/rules/texts`])
  .filter((folder) => existsSync(`${source}/${folder}`));

describe.each(['lib/texts', 'lib/shell/texts', ...ofGames])('%s', (folder) => {
  const english = texts(read(`${source}/${folder}/en.json`));
  const others = readdirSync(`${source}/${folder}`).filter((name) => name.endsWith('.json') && name !== 'en.json');

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

describe.each(games)('%s', (game) => {
  const own = read(`${source}/lib/games/${game}/texts/en.json`);

  test('brings the words that the pages ask every game for', () => {
    for (const key of ['home.welcome', 'home.lead', 'custom.text', 'solo.title', 'solo.text', 'solo.how', 'solo.now'])
      expect(own).toHaveProperty([key]);
  });
});

describe('no text is left in a component', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf-8' })
    .filter((name) => name.endsWith('.svelte'))
    .map((name) => `${source}/${name}`);
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
