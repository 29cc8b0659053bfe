import { expect, test } from 'vitest';
import { marksOf } from './explaining';
import { prospect, shrinesAfter } from './previews';

test('points stand on the first cell of what earned them', () => {
  const grounds = [
    { what: 'dragons.power', points: 2, cells: ['a1', 'b1'] },
    { what: 'dragons.power', points: 1, cells: ['a1', 'b1'] },
    { what: 'shrines', points: 3, cells: ['c1'] },
  ];
  expect([...marksOf(grounds, 'dragons.power')]).toEqual([
    ['a1', '+3'],
    ['b1', ''],
  ]);
  expect([...marksOf(grounds, 'shrines')]).toEqual([['c1', '+3']]);
  expect(marksOf([], 'shrines').size).toBe(0);
});

test('how many shrines may be built is what the server says', () => {
  const events = [{ event: 'set-turned' }, { event: 'may-build', shrines: 2 }];
  expect(shrinesAfter({ events, ends: false })).toBe(2);
  expect(shrinesAfter({ events: [], ends: true })).toBe(0);
  expect(shrinesAfter(undefined)).toBe(0);
});

test('what a spirit would open is what cannot be done without it', () => {
  const told = (next: string[]) => ({ events: [], ends: false, next });
  expect(prospect([undefined], [])).toBeNull();
  const found = prospect(
    [told(['take a1', 'take b2', 'destroy c3', 'destroy d4']), told(['destroy c3', 'pass'])],
    ['take a1', 'take b2', 'spirit destruction shrine'],
  );
  expect(found?.opens).toEqual([{ verb: 'destroy', count: 2 }]);
  expect([...(found?.castle ?? [])]).toEqual(['c3', 'd4']);
  expect(found?.realm.size).toBe(0);
});
