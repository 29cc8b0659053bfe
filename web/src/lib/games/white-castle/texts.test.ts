import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CASTLE, cardOf, FAVOURS, GARDENS, STARTS, VISITS, yardTile } from './cards';
import { UNIT_ICON } from './effects';
import { line } from './log';
import { anchorOf, ANCHORS } from './rules/anchors';
import { CATEGORIES } from './view';

const here = `${process.cwd()}/src/lib/games/white-castle`;
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

describe.each(['texts', 'rules/texts'])('%s', (folder) => {
  const english = texts(read(`${here}/${folder}/en.json`));
  const others = readdirSync(`${here}/${folder}`).filter((name) => name !== 'en.json');
  test.each(others)('%s says everything English says, with the same facts and links', (name) => {
    const other = texts(read(`${here}/${folder}/${name}`));
    expect([...other.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [way, said] of english) {
      const translated = other.get(way) ?? [];
      expect([way, holes(translated.at(-1) ?? '')]).toEqual([way, holes(said.at(-1) ?? '')]);
      expect([way, translated.flatMap(links)]).toEqual([way, said.flatMap(links)]);
    }
  });
});

describe('the words of the board', () => {
  const words = Object.keys(read(`${here}/texts/en.json`));
  const has = (key: string) => words.includes(key);
  const icons = [
    ...Object.values(UNIT_ICON),
    'lantern',
    'well',
    'courtier',
    'gardener',
    'warrior',
    'row',
    'light',
    'domain',
    'row-coral',
    'row-black',
    'row-white',
  ];

  test('name and explain every icon', () => {
    for (const icon of icons) expect([icon, has(`icon.${icon}`), has(`rule.${icon}`)]).toEqual([icon, true, true]);
    for (const category of CATEGORIES)
      expect([
        category,
        has(`score.${category}`),
        has(`rule.score-${category}`),
        has(`icon.score-${category}`),
      ]).toEqual([category, true, true, true]);
  });
  test('ask for every entry of the stack, and name every step of a chain', () => {
    const entries = [
      'die',
      'put',
      'start',
      'do',
      'one',
      'courtier',
      'gardener',
      'warrior',
      'gain',
      'steps',
      'domain',
      'light',
      'favour',
      'refill',
      'end',
      'rival',
      'rival-garden',
      'rival-room',
    ];
    expect(entries.filter((kind) => !has(`ask.${kind}`))).toEqual([]);
    expect(['any', 'light', 'coral', 'black', 'white'].filter((row) => !has(`ask.row.${row}`))).toEqual([]);
    const steps = ['lantern', 'rows', 'one', 'well', 'line', 'card', 'garden', 'yard', 'favour', 'price'];
    expect(steps.filter((kind) => !has(`chain.${kind}`) || !has(`promise.${kind}`))).toEqual([]);
    expect(entries.slice(2).filter((kind) => !has(`chain.${kind}`))).toEqual([]);
  });
  test('tell every verb, and every action of the visit', () => {
    const verbs = [
      'start',
      'die',
      'put',
      'do',
      'gate',
      'climb',
      'garden',
      'yard',
      'row',
      'light',
      'favour',
      'line',
      'gain',
      'room',
      'trade',
      'pay',
      'stop',
      'skip',
      'end',
    ];
    expect(verbs.filter((verb) => !has(`told.${verb}`))).toEqual([]);
    expect(
      Object.values(VISITS)
        .flatMap(({ actions }) => actions)
        .filter((action) => !has(`visit.${action}`)),
    ).toEqual([]);
  });
});

describe('the rules', () => {
  const book = read(`${here}/rules/texts/en.json`) as unknown as {
    chapters: { id: string; blocks: unknown[] }[];
    rulings: { rulings: { key: string }[] }[];
  };
  const blocks = book.chapters.flatMap((chapter) => chapter.blocks);
  const ids = [
    ...book.chapters.map(({ id }) => id),
    ...blocks.flatMap((block) =>
      block !== null && typeof block === 'object' && 'sub' in block ? [String(block.sub)] : [],
    ),
    ...book.rulings.flatMap(({ rulings }) => rulings.map(({ key }) => `ruling-${key}`)),
  ];
  test('have each place once and link only to places they have', () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(
      [...texts(book.chapters).values()]
        .flat()
        .flatMap(links)
        .filter((link) => !ids.includes(link)),
    ).toEqual([]);
  });
  test('have the places that prompts and refusals link to', () => {
    expect(ANCHORS.filter((id) => !ids.includes(id))).toEqual([]);
    const reasons = Object.keys(read(`${process.cwd()}/../src/tenshu/white_castle/texts/en.json`))
      .filter((key) => key.startsWith('reason.'))
      .map((key) => key.slice('reason.'.length));
    const plain = reasons.filter((reason) => anchorOf(reason) === 'turn');
    expect(plain).toEqual([
      'game-over',
      'unreadable',
      'not-now',
      'needs-the-unknown',
      'obligatory',
      'no-such-effect',
      'does-nothing',
      'no-such-pair',
    ]);
  });
  test('have the places the score sheet links to', () => {
    expect(['scoring', 'track', 'courtier', 'warrior', 'gardener', 'solo'].filter((id) => !ids.includes(id))).toEqual(
      [],
    );
  });
  test('draw every figure they name', () => {
    const drawn = readFileSync(`${here}/rules/Figure.svelte`, 'utf-8');
    const named = blocks.flatMap((block) =>
      block !== null && typeof block === 'object' && 'figure' in block ? [String(block.figure)] : [],
    );
    expect(named.length).toBeGreaterThan(12);
    expect(named.filter((figure) => !drawn.includes(`figure === '${figure}'`))).toEqual([]);
  });
});

describe('what the client draws is what the rules know', () => {
  interface Told {
    stewards: Record<string, { rows: string[][]; dark: number; many: boolean }>;
    diplomats: Record<string, { rows: string[][]; dark: number; many: boolean; first_serves: number }>;
  }
  const known = read(`${process.cwd()}/dev/fixtures/white-catalogue.json`) as unknown as Told &
    Record<string, Record<string, unknown>>;

  test('castle cards', () => {
    const theirs = { ...known.stewards, ...known.diplomats };
    expect(Object.keys(theirs).sort()).toEqual(Object.keys(CASTLE).sort());
    for (const [name, card] of Object.entries(theirs)) {
      const ours = CASTLE[name];
      expect([name, ours?.rows, (ours?.dark ?? 0) + 1, ours?.rare]).toEqual([name, card.rows, card.dark, card.many]);
    }
    for (const [name, { first_serves }] of Object.entries(known.diplomats))
      expect([name, cardOf(name)?.span?.filter((row) => row === 0).length]).toEqual([name, first_serves]);
  });
  test('favours, gardens, yard tiles, starting cards and visits', () => {
    expect(FAVOURS).toEqual(known.favours);
    const gardens = Object.entries(GARDENS).map(([name, { food, points, effect }]) => [
      name,
      { food, points, action: effect },
    ]);
    expect(Object.fromEntries(gardens)).toEqual(known.gardens);
    for (const [name, effect] of Object.entries(known.yards ?? {}))
      expect([name, yardTile(name)?.effect]).toEqual([name, effect]);
    const starts = Object.entries(STARTS).map(([name, { gain, lantern, decree }]) => [
      name,
      { gains: gain, back: lantern, decree },
    ]);
    expect(Object.fromEntries(starts)).toEqual(known.starts);
    const visits = Object.entries(VISITS).map(([name, { colour, at, to, actions }]) => [
      name,
      { die: [colour, at], space: to, actions },
    ]);
    expect(Object.fromEntries(visits)).toEqual(known.solo);
  });
});

test('the log leaves out what only follows', () => {
  expect(line(0, { event: 'turn-ended', seat: 0 }, null)).toBeUndefined();
  expect(line(1, { event: 'gains', seat: 1, gains: ['2f'] }, null)).toMatchObject({ seat: 1, quiet: true });
  expect(line(2, { event: 'rival-placed', die: 'b3', space: 'well', coins: 2, side: 'left' }, 1)).toMatchObject({
    seat: 1,
    places: ['well'],
  });
});
