import { expect, test } from 'vitest';
import { cardOption, cardWish } from './catalogue';
import { endsTurn } from './ending';
import { layoutOf, points } from './glance';
import { fit, usual } from './setup';

const catalogue = {
  layouts: [{ name: 'keep', players: [2], heights: [[1]] }],
  basic: { 1: 'basic-3', 2: 'basic-2' },
  spirits: ['faith', 'wind'],
  dragons: ['power', 'bravery'],
  not_in_solo: ['power'],
};

test('cards are none, some by lot, or named ones', () => {
  for (const option of [[], 'random:2', ['power', 'bravery']]) expect(cardOption(cardWish(option))).toEqual(option);
  expect(cardWish(undefined)).toEqual({ kind: 'none' });
  expect(cardWish('random:0')).toEqual({ kind: 'none' });
});

test('what is not there any more, or makes no sense alone, is not asked for', () => {
  const options = { layout: 'gone', spirits: ['faith', 'gone'], dragons: ['power', 'bravery'], first: 1 };
  expect(fit({ options, players: 1, catalogue })).toEqual({ spirits: ['faith'], dragons: ['bravery'] });
  expect(fit({ options: { ...options, layout: 'keep' }, players: 2, catalogue })).toEqual({
    layout: 'keep',
    spirits: ['faith'],
    dragons: ['power', 'bravery'],
    first: 1,
  });
  expect(fit({ options: usual(), players: 2, catalogue })).toEqual({ spirits: [], dragons: [] });
});

test('the castle of a table is the one that was named, or the usual one', () => {
  expect(layoutOf({ options: {}, players: 2, catalogue })).toBe('basic-2');
  expect(layoutOf({ options: { layout: 'keep' }, players: 2, catalogue: undefined })).toBe('keep');
  expect(layoutOf({ options: {}, players: 2, catalogue: undefined })).toBeUndefined();
});

test('points and ends of turns are read from the documents', () => {
  expect(points({ players: [{ total: 3 }, { total: 5 }] })).toEqual([3, 5]);
  expect(points(null)).toEqual([]);
  expect(endsTurn([{ event: 'placed' }, { event: 'turn-ended' }])).toBe(true);
  expect(endsTurn([])).toBe(false);
});
