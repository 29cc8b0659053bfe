import { expect, test } from 'vitest';
import { kept } from './kept';

const view = () => ({
  castle: { a1: ['M1', 'S2'], b1: ['D1'] } as Record<string, string[]>,
  players: [{ vp: 1, realm: { a1: ['M1'] } as Record<string, string[]> }],
  turn: { player: 0 as number | null, hand: undefined as string[] | undefined },
});

test('what says the same is the same', () => {
  const before = view();
  expect(kept(before, view())).toBe(before);
  expect(kept(before, before)).toBe(before);
});

test('what has changed is new, its neighbours are not', () => {
  const before = view();
  const now = view();
  now.castle.a1 = ['M1'];
  const told = kept(before, now);
  expect(told).toEqual(now);
  expect(told).not.toBe(before);
  expect(told.castle).not.toBe(before.castle);
  expect(told.castle.b1).toBe(before.castle.b1);
  expect(told.players).toBe(before.players);
});

test('lists that grow or shrink, keys that come and go, and nothing in place of something', () => {
  const before = view();
  const grown = view();
  grown.castle.c1 = ['W1'];
  grown.players.push({ vp: 0, realm: {} });
  expect(kept(before, grown)).toEqual(grown);
  expect(kept(grown, before)).toEqual(before);
  const other: Record<string, unknown> = { a: undefined, b: 1 };
  expect(Object.keys(kept(other, { c: undefined, b: 1 }))).toEqual(['c', 'b']);
  expect(kept<unknown>({ 0: 'a' }, ['a'])).toEqual(['a']);
  expect(kept<unknown>(null, { a: 1 })).toEqual({ a: 1 });
  expect(kept<unknown>({ a: 1 }, null)).toBeNull();
  const fewer = { ...view(), turn: { player: null, hand: ['M1'] } };
  expect(kept(before, fewer)).toEqual(fewer);
});
