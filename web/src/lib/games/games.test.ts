import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const source = `${process.cwd()}/src`;
const games = readdirSync(`${source}/lib/games`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const under = (folder: string): string[] =>
  readdirSync(`${source}/${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|svelte|json|css)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`);

/** Everything around the games. */
const shell = [
  ...['screens', 'lib/shell', 'lib/protocol', 'lib/rules', 'lib/texts'].flatMap(under),
  ...['App.svelte', 'main.ts', 'lib/settings.svelte.ts', 'lib/games/game.ts', 'lib/games/words.svelte.ts'].map(
    (name) => `${source}/${name}`,
  ),
];

/** Names of games and of what there is in them. */
const WORDS =
  /dragon|drag[ãa]o|white.?castle|castle|castelo|spirit|esp[íi]rito|shrine|santu[áa]rio|\brealms?\b|\breinos?\b|\btiles?\b|layout|gardener|jardineiro|courtier|warrior|clan\b|\bwell\b/i;
/** The levels of the computer have titles of their own, and tests use addresses. */
const ALLOWED = /"level\.(dragon|gardener)(\.text)?"|castle\.example|svelte-ignore|grid-template|text-?layout/;

describe('the pages around the games know none of them', () => {
  test.each(shell.map((path) => path.slice(source.length + 1)))('%s', (path) => {
    const lines = readFileSync(`${source}/${path}`, 'utf-8').split('\n');
    expect(lines.filter((line) => WORDS.test(line) && !ALLOWED.test(line))).toEqual([]);
  });
});

describe.each(games)('%s', (game) => {
  const folder = `lib/games/${game}`;
  const files = under(folder).filter((path) => /\.(ts|svelte)$/.test(path));

  test('does not reach into another game, nor into a screen', () => {
    const others = games.filter((name) => name !== game);
    const reaches = files.flatMap((path) =>
      [...readFileSync(path, 'utf-8').matchAll(/(?:from|import\(|glob[^(]*\()\s*'([^']+)'/g)]
        .map(([, to = '']) => to)
        .filter((to) => others.some((other) => to.includes(`/${other}/`)) || to.includes('/screens/'))
        .map((to) => `${path}: ${to}`),
    );
    expect(reaches).toEqual([]);
  });
  test('hands out its parts one by one', () => {
    if (!existsSync(`${source}/${folder}/index.ts`)) return;
    const index = readFileSync(`${source}/${folder}/index.ts`, 'utf-8');
    for (const part of ['board', 'front', 'glance', 'setup', 'ending', 'rules'])
      expect(index).toMatch(new RegExp(`${part}: \\(\\) => import\\('\\./`));
  });
});
