import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readRulings } from '../../../rules/rulings';
import { anchorOf } from './anchors';
import { inOrder, readCastle } from './castle';
import { EXAMPLES } from './examples';

const here = `${process.cwd()}/src/lib/games/dragon-castle/rules`;
const repository = `${process.cwd()}/..`;
const RULINGS = readRulings(readFileSync(`${repository}/docs/rulings.md`, 'utf-8'));
const read = (path: string) => JSON.parse(readFileSync(path, 'utf-8')) as Record<string, unknown>;

/** Every text, however deep. */
const texts = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(texts)
      : [];
const links = (text: string) => [...text.matchAll(/\[\[([\w-]+)\|/g)].map(([, to]) => to ?? '');

describe('the rules', () => {
  const rules = read(`${here}/texts/en.json`) as {
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
    for (const name of readdirSync(`${here}/texts`).filter((each) => each !== 'en.json'))
      expect(Object.keys((read(`${here}/texts/${name}`) as { rulings: object }).rulings).sort()).toEqual(
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
    const all = texts(rules.chapters).flatMap(links);
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
});
