import { describe, expect, test } from 'vitest';
import { asksSomething, checkpointAhead, promised, waiting } from './chain';
import { ROUND_TWO } from './fixture';
import { seenOf } from './flights';
import { readMove } from './moves';
import { coinsOf } from './previews';
import type { View } from './view';

const choice = (move: string) => readMove(move, ROUND_TWO);
const kinds = (move: string, coins?: number) => promised(choice(move), ROUND_TWO, 0, coins).map(({ kind }) => kind);

describe('what a choice promises', () => {
  test('a die from the left: coins, Lantern, then the rows of its colour', () => {
    expect(kinds('put diplomat-1', 1)).toEqual(['coins', 'lantern', 'rows']);
    expect(kinds('put steward-1', 1)).toEqual(['coins', 'lantern', 'rows', 'rows']);
    expect(kinds('put domain', -1)).toEqual(['coins', 'lantern', 'line', 'card']);
    expect(kinds('put outside-left', 0)).toEqual(['coins', 'lantern', 'one']);
  });
  test('coins are shown only once the server has told them', () =>
    expect(kinds('put well')).toEqual(['lantern', 'well']));
  test('a question waits at a checkpoint, at a resource of choice, not at plain gains', () => {
    const [, lantern] = promised(choice('put diplomat-1'), ROUND_TWO, 0, 1);
    expect(lantern?.kind).toBe('lantern');
    expect(promised(choice('put diplomat-1'), ROUND_TWO, 0, 1)[1]?.asks).toBe(true);
    expect(asksSomething(['2f', 'L', 'C'], ROUND_TWO, 0)).toBe(false);
    expect(asksSomething(['1any'], ROUND_TWO, 0)).toBe(true);
    expect(asksSomething(['1h'], ROUND_TWO, 1)).toBe(false);
    expect(checkpointAhead(['1i', '1h'], ROUND_TWO, 0)).toEqual({ space: 6, seals: 1 });
    expect(checkpointAhead(['1i'], ROUND_TWO, 0)).toBeNull();
  });
  test('a worker: the price, then what the place does', () => {
    expect(promised(choice('garden G3'), ROUND_TWO, 0, undefined)).toMatchObject([
      { kind: 'price', effects: ['4f'] },
      { kind: 'garden', effects: ['3c:C'] },
    ]);
    expect(promised(choice('climb gate diplomat-1'), ROUND_TWO, 0, undefined)[0]).toMatchObject({ effects: ['5p'] });
  });
});

test('the stack is told from what is decided now to what comes last', () => {
  const view: View = {
    ...ROUND_TWO,
    turn: { player: 0, stack: [{ refill: 'steward-1' }, { do: ['L', 's:C'] }, { steps: 2 }] },
  };
  expect(waiting(view).map(({ kind, now, effects }) => [kind, now, effects])).toEqual([
    ['steps', true, ['2h']],
    ['do', false, ['L', 's:C']],
    ['refill', false, []],
  ]);
});

describe('events', () => {
  test('coins of a placement come from the preview', () => {
    const events = [{ event: 'die-placed', seat: 0, die: 'b5', space: 'well', coins: 4 }];
    expect(coinsOf({ events, ends: false }, 0)).toBe(4);
    expect(coinsOf({ events, ends: false }, 1)).toBeUndefined();
    expect(coinsOf(undefined, 0)).toBeUndefined();
  });
  test('are seen where they happen', () => {
    expect(seenOf({ event: 'die-placed', seat: 0, die: 'b5', space: 'domain', coins: -1 }, null)).toMatchObject({
      lights: ['line:black'],
      sound: 'die',
      flight: { die: { colour: 'black', value: 5 }, hides: 'line:black' },
    });
    expect(seenOf({ event: 'die-placed', seat: 0, die: 'c1', space: 'well', coins: 0 }, null).sound).toBe('drop');
    expect(seenOf({ event: 'climbed', seat: 2, from: 'gate', to: 'daimyo', price: '5p' }, null)).toMatchObject({
      lights: ['daimyo'],
      flight: { seat: 2, from: ['pieces:gate', 'player:2'] },
    });
    expect(seenOf({ event: 'rival-gardener', garden: 'G3' }, 1).flight).toMatchObject({ what: 'gardeners', seat: 1 });
    expect(seenOf({ event: 'gains', seat: 0, gains: ['2f'] }, null).gains).toEqual(['2f']);
    expect(seenOf({ event: 'something-new' }, null).lights).toEqual([]);
  });
});
