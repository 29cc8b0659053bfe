import { describe, expect, test } from 'vitest';
import { askedKey, follow, offered, readMove, stepOfTurn } from './moves';

const read = (...moves: string[]) => moves.map(readMove);

describe('what can be pointed at', () => {
  test('castle tiles and buttons', () => {
    const now = offered(read('pair d5', 'pair f1', 'shrine', 'discard'), []);
    expect([...now.castle.keys()]).toEqual(['d5', 'f1']);
    expect([...now.buttons.keys()]).toEqual(['shrine', 'discard']);
  });
  test('the cells of the tile that is being placed, and the other tiles', () => {
    const choices = read('place M1 a1', 'place M1 b1', 'place S2 a1', 'spirit wind shrine', 'spirit wind c1');
    const now = offered(choices, [], 'S2');
    expect([...now.realm.keys()]).toEqual(['a1']);
    expect(now.hand).toEqual(['M1', 'S2']);
    expect([...now.spirits.keys()]).toEqual(['wind']);
    expect(follow(choices, [], { kind: 'realm', cell: 'a1' }, 'S2')).toEqual({ move: 'place S2 a1' });
    expect(follow(choices, [], { kind: 'realm', cell: 'c1' }, 'S2')).toBeUndefined();
  });
  test('a spirit asks for its payment, and can be left again', () => {
    const choices = read('take a1', 'spirit faith shrine', 'spirit faith b2');
    const called = follow(choices, [], { kind: 'spirit', spirit: 'faith' });
    expect(called).toEqual({ path: [{ kind: 'spirit', spirit: 'faith' }] });
    const path = (called as { path: [] }).path;
    const now = offered(choices, path);
    expect(now.pool?.move).toBe('spirit faith shrine');
    expect([...now.realm.keys()]).toEqual(['b2']);
    expect(now.castle.size).toBe(0);
    expect(follow(choices, path, { kind: 'realm', cell: 'b2' })).toEqual({ move: 'spirit faith b2' });
  });
  test('moves of two cells go step by step', () => {
    const choices = read('move a1 b2', 'move a1 c2', 'move d1 b2', 'pass');
    expect([...offered(choices, []).realm.keys()]).toEqual(['a1', 'd1']);
    const first = follow(choices, [], { kind: 'realm', cell: 'a1' }) as { path: [] };
    expect([...offered(choices, first.path).realm.keys()]).toEqual(['b2', 'c2']);
    expect(follow(choices, first.path, { kind: 'realm', cell: 'c2' })).toEqual({ move: 'move a1 c2' });
  });
  test('a tile that changes asks for its type', () => {
    const choices = read('as a1 M', 'as a1 D');
    const { path } = follow(choices, [], { kind: 'realm', cell: 'a1' }) as { path: [] };
    expect([...offered(choices, path).types.keys()]).toEqual(['M', 'D']);
  });
});

describe('what is asked', () => {
  test.each([
    [['take a1'], undefined, 'ask.action', 'take'],
    [['take a1', 'summon'], undefined, 'ask.action.summon', 'take'],
    [['summon'], undefined, 'ask.action.only-summon', 'take'],
    [['discard'], undefined, 'ask.complete', 'take'],
    [['place M1 a1'], undefined, 'ask.place', 'place'],
    [['consolidate a1', 'spirit wind shrine'], undefined, 'ask.consolidate', 'build'],
    [['build a1', 'pass'], 'build', 'ask.build', 'build'],
    [['spirit wind shrine', 'end'], undefined, 'ask.end', 'build'],
    [['move a1 b1'], 'strength', 'ask.strength', 'take'],
  ])('%s', (moves, doing, key, step) => {
    expect(askedKey(read(...moves), doing)).toBe(key);
    expect(stepOfTurn(read(...moves), doing)).toBe(step);
  });
});
