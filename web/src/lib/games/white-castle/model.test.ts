import { describe, expect, test } from 'vitest';
import {
  CASTLE,
  cardOf,
  FAVOURS,
  GARDENS,
  lanternBack,
  LINES,
  rowFor,
  STARTS,
  trackPoints,
  VISITS,
  yardTile,
} from './cards';
import { addedUp, isOptional, readEffect } from './effects';
import { ROUND_TWO, ROUND_TWO_MOVES } from './fixture';
import { BRIDGE, checkpointAt, deckAt, diceOn, neighbour, stackedOn, trackSpace } from './geometry';
import { counted, follow, meant, offered, readMove } from './moves';
import { cardRowFor, coveredBy, lanternOf, lineOf, priceAt, rowsOf, stepsAt, wellOf } from './reading';
import { courtiersAt, deciderOf, diceOnBridges, gardenersAt, kindOf, places, readDie, warriorsAt } from './view';

describe('cards', () => {
  test('every text on them can be drawn', () => {
    const all = [
      ...Object.values(CASTLE).flatMap(({ rows }) => rows.flat()),
      ...Object.values(FAVOURS).flat(),
      ...Object.values(GARDENS).map(({ effect }) => effect),
      ...Object.values(STARTS).flatMap(({ gain, lantern }) => [...gain, lantern]),
      ...Object.values(LINES).flatMap(({ shown }) => [...shown]),
      ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((n) => ['a', 'b'].map((s) => yardTile(`Y${String(n)}${s}`)?.effect ?? '')),
    ];
    expect(all.filter((text) => readEffect(text).kind === 'unknown')).toEqual([]);
  });
  test('stewards have three rows and pay a seal in the dark one, diplomats two with a free worker', () => {
    for (const [name, { rows, dark }] of Object.entries(CASTLE)) {
      expect(rows).toHaveLength(name.startsWith('S') ? 3 : 2);
      rows.forEach((row, index) =>
        expect(row.some((text) => (name.startsWith('S') ? text.startsWith('s:') : 'CGW'.includes(text)))).toBe(
          index === dark,
        ),
      );
    }
    expect(Object.values(CASTLE).filter(({ rare }) => rare)).toHaveLength(9);
  });
  test('a diplomat on a domain serves the lines by its span', () => {
    const [wide, low] = [cardOf('D2'), cardOf('D12')];
    expect(wide && [0, 1, 2].map((line) => rowFor(wide, line))).toEqual([0, 1, 1]);
    expect(low && [0, 1, 2].map((line) => rowFor(low, line))).toEqual([0, 0, 1]);
  });
  test('backs of cards in the Lantern area', () => {
    expect(['S4', 'D9', 'AG', 'R3', 'Kv', '?'].map(lanternBack)).toEqual(['1c', '1v', '1h', '1p', '1v', undefined]);
  });
  test('nine visits, one for every place of every bridge', () => {
    expect(new Set(Object.values(VISITS).map(({ colour, at }) => `${colour} ${at}`)).size).toBe(9);
  });
  test('points of the track', () =>
    expect([5, 6, 10, 11, 14, 15, 20].map(trackPoints)).toEqual([0, 3, 3, 6, 6, 10, 15]));
});

describe('effects', () => {
  test('are read', () => {
    expect(readEffect('2f')).toEqual({ kind: 'gain', unit: 'f', n: 2, icon: 'food' });
    expect(readEffect('s:C')).toEqual({
      kind: 'paid',
      price: { n: 1, icon: 'seal' },
      then: { kind: 'action', icon: 'courtier', worker: true },
    });
    expect(readEffect('4c:ROW')).toMatchObject({ price: { n: 4, icon: 'coin' }, then: { icon: 'row' } });
    expect(readEffect('x9').kind).toBe('unknown');
  });
  test('say whether they may be declined', () => {
    expect(['2f', 'L', 'WELL', 'C', 's:C', 'ROW', '3c:G'].map(isOptional)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
  });
  test('are added up', () => expect(addedUp(['1f', '1f', '2c', 'L', '1f'])).toEqual(['3f', '2c', 'L']));
});

describe('moves', () => {
  const choices = ROUND_TWO_MOVES.map((move) => readMove(move, ROUND_TWO));
  test('belong to places, the domain to the line of the die', () => {
    expect([...offered(choices).keys()]).toEqual([
      'room:steward-1',
      'room:steward-2',
      'room:steward-3',
      'room:diplomat-1',
      'outside:left',
      'outside:right',
      'well',
      'line:black',
    ]);
  });
  test('are counted by area', () =>
    expect(counted(offered(choices).keys())).toEqual({ garden: 0, castle: 6, yards: 1, domain: 1, bar: 0 }));
  test('a climb asks which courtier only where several could', () => {
    const climbs = ['gate', 'climb gate steward-1', 'climb gate diplomat-1', 'climb steward-2 diplomat-1'].map((move) =>
      readMove(move),
    );
    expect(follow(climbs, [], 'gate')).toEqual({ move: 'gate' });
    expect(follow(climbs, [], 'room:steward-1')).toEqual({ move: 'climb gate steward-1' });
    expect(follow(climbs, [], 'room:diplomat-1')).toEqual({ path: ['room:diplomat-1'] });
    expect([...offered(climbs, ['room:diplomat-1']).keys()]).toEqual(['from:gate', 'from:steward-2']);
    expect(follow(climbs, ['room:diplomat-1'], 'from:steward-2')).toEqual({ move: 'climb steward-2 diplomat-1' });
    expect(follow(climbs, [], 'well')).toBeUndefined();
  });
  test('all verbs of the formats are places or buttons', () => {
    const path = (move: string) => readMove(move, ROUND_TWO).path[0];
    expect(path('do s:C')).toBe('effect:s:C');
    expect(path('row steward-2 3')).toBe('row:steward-2:3');
    expect(path('die coral left')).toBe('die:coral:left');
    expect(path('skip')).toBe('button:skip');
    expect(path('trade pearl')).toBe('trade:pearl');
    expect(path('climb steward-1 daimyo')).toBe('daimyo');
    expect(path('favour centre')).toBe('favour:centre');
  });
  test('what was meant by a closed place', () => {
    expect(meant('room:diplomat-2', ROUND_TWO, choices)).toBe('put diplomat-2');
    expect(meant('line:coral', ROUND_TWO, choices)).toBe('put domain');
    expect(meant('die:white:left', ROUND_TWO, choices)).toBe('die white left');
    const climbing = { ...ROUND_TWO, turn: { player: 0, stack: [{ courtier: ['gate', 'climb'] }] } };
    expect(meant('room:diplomat-2', climbing, [readMove('climb gate steward-1')])).toBe('climb gate diplomat-2');
  });
});

describe('reading the table', () => {
  test('rows stand beside their tiles', () => {
    expect(rowsOf(ROUND_TWO, 'steward-1').map(({ tile, effects, dark }) => [tile, effects, dark])).toEqual([
      ['black', ['1s', '1any'], false],
      ['black', ['s:C'], true],
      ['white', ['1i', '1f'], false],
    ]);
    expect(
      rowsOf(
        {
          ...ROUND_TWO,
          rooms: { ...ROUND_TWO.rooms, 'steward-1': { card: null, tiles: ['coral', 'black', 'white'], dice: [] } },
        },
        'steward-1',
      )[0]?.effects,
    ).toEqual([]);
  });
  test('the steps of a place', () => {
    expect(stepsAt(ROUND_TWO, 'room:diplomat-1', 0, 'b5', 'left')).toEqual([
      { from: 'lantern', effects: ['1i', '1s', '1h', '1c'] },
      { from: 'rows', effects: ['C'] },
    ]);
    expect(stepsAt(ROUND_TWO, 'room:steward-1', 0, 'b5', 'right').map(({ effects }) => effects)).toEqual([
      ['1s', '1any'],
      ['s:C'],
    ]);
    expect(stepsAt(ROUND_TWO, 'line:coral', 0).map(({ effects }) => effects)).toEqual([['3f'], ['1h', 'L']]);
    expect(stepsAt(ROUND_TWO, 'yard:5', 0)[0]?.effects).toEqual(['ROW-white', 'LIGHT']);
    expect(stepsAt(ROUND_TWO, 'favour:right', 0)[0]?.effects).toEqual(['3c']);
    expect(wellOf(ROUND_TWO)).toEqual(['1s', '1p', '1any']);
  });
  test('a domain: uncovered rewards and the row of the card', () => {
    expect(lineOf(ROUND_TWO, 0, 'coral').map(({ uncovered }) => uncovered)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(cardRowFor(ROUND_TWO, 0, 'white')).toEqual({ effects: ['G'], dark: true });
    expect(lanternOf(ROUND_TWO, 0)).toEqual(['1i', '1s', '1h', '1c']);
  });
  test('values and prices', () => {
    expect(coveredBy(ROUND_TWO, 'room:steward-2', 0)).toEqual({ printed: 3, dice: ['w6'] });
    expect(coveredBy(ROUND_TWO, 'line:black', 0)).toEqual({ printed: 6, dice: [] });
    expect(['gate', 'garden:G1', 'yard:3'].map((place) => priceAt(place))).toEqual(['2c', '5f', '3i']);
    expect(priceAt('room:diplomat-1', 'gate')).toBe('5p');
    expect(priceAt('daimyo', 'diplomat-2')).toBe('2p');
  });
  test('pieces', () => {
    expect(courtiersAt(ROUND_TWO, 'gate')).toEqual([0, 2, 2]);
    expect(warriorsAt(ROUND_TWO, '3')).toEqual([0, 1]);
    expect(gardenersAt(ROUND_TWO, 'G6')).toEqual([1, 2]);
    expect(diceOnBridges(ROUND_TWO)).toBe(8);
  });
  test('the stack', () => {
    expect(kindOf(ROUND_TWO.turn.stack?.[0])).toBe('put');
    expect(kindOf({ 'rival-room': 1, from: 'gate' })).toBe('rival-room');
    expect(kindOf(undefined)).toBe('die');
    expect(readDie('w6')).toEqual({ colour: 'white', value: 6 });
    const solo = { level: 'easy' as const, rival: 1, deck: [], turned: 0, next: [] };
    expect(deciderOf({ ...ROUND_TWO, solo, turn: { player: 1 } })).toBe(0);
    expect(places({ players: [], ranking: [1, [0, 2]] })).toEqual([[1], [0, 2]]);
  });
});

describe('geometry', () => {
  test('a bridge is highest in the middle, its dice never overlap', () => {
    expect(deckAt(BRIDGE, 0.5)).toBe(BRIDGE.rise);
    expect(deckAt(BRIDGE, 0)).toBe(0);
    const dice = diceOn({ left: 1, centre: [2, 3, 4], right: 6 });
    expect(dice.map(({ value }) => value)).toEqual([1, 2, 3, 4, 6]);
    dice
      .slice(1)
      .forEach((die, index) => expect(die.x).toBeGreaterThan((dice[index]?.x ?? 0) + (dice[index]?.size ?? 0)));
    expect(diceOn({ left: null, centre: [], right: 2 }).map(({ side }) => side)).toEqual(['right']);
  });
  test('the track ends at one, and leaves room for its checkpoints', () => {
    expect(trackSpace(0).from).toBe(0);
    expect(trackSpace(20).to).toBeCloseTo(1);
    expect(trackSpace(6).from).toBeGreaterThan(trackSpace(5).to);
    expect(checkpointAt(6)).toBeGreaterThan(trackSpace(5).to);
    expect(checkpointAt(6)).toBeLessThan(trackSpace(6).from);
  });
  test('markers on one space: the first of the order lies on top', () => {
    expect(stackedOn(3, [3, 3, 1], [1, 0, 2])).toEqual([0, 1]);
  });
  test('arrow keys go to the straight neighbour first', () => {
    const box = (x: number, y: number) => ({ left: x, top: y, right: x + 10, bottom: y + 10 });
    const others = [
      { of: 'right', box: box(40, 2) },
      { of: 'slanted', box: box(20, 40) },
      { of: 'below', box: box(0, 60) },
    ];
    expect(neighbour(box(0, 0), 'right', others)).toBe('right');
    expect(neighbour(box(0, 0), 'down', others)).toBe('below');
    expect(neighbour(box(0, 0), 'left', others)).toBeUndefined();
  });
});
