import { describe, expect, test } from 'vitest';
import { cellName, inReadingOrder, readCell, sizeOf } from './cells';
import { castleDrawing } from './outline';
import { changeFloor, freeSides, isOpen, towards } from './neighbours';
import { CASTLE, facePoint, REALM, rise, TILE, viewBox } from './projection';
import {
  atLeast,
  castleFrame,
  floorByFloor,
  heightOf,
  layStacks,
  realmFrame,
  rowByRow,
  stackAt,
  tilesOf,
} from './stacks';
import { bounded, panned, WHOLE, zoomAt, zoomedBox } from '../../../board/zoom';

const castle = {
  a1: ['M1'],
  b1: ['?', 'M2'],
  c1: ['?', '?', 'M3'],
  d1: ['?', 'M4'],
  b2: ['M5'],
  c2: ['?', 'M6'],
  c4: ['S1'],
};

describe('cells', () => {
  test('names and cells are inverse', () => {
    for (const name of ['a1', 'c4', 'z99', 'l12']) expect(cellName(readCell(name))).toBe(name);
  });
  test('what is no cell is refused by name', () => {
    expect(() => readCell('A1')).toThrow("'A1' is no cell");
    expect(() => readCell('a0')).toThrow();
  });
  test('reading order goes by rows, then columns', () => {
    const names = ['b2', 'a2', 'c1'].sort((a, b) => inReadingOrder(readCell(a), readCell(b)));
    expect(names).toEqual(['c1', 'a2', 'b2']);
  });
  test('a size holds all cells', () => expect(sizeOf(Object.keys(castle))).toEqual({ columns: 4, rows: 4 }));
});

describe('projection', () => {
  test('a floor up is a little west and up', () => {
    expect(facePoint(CASTLE, readCell('b2'), 1)).toEqual({ x: 61, y: 81 });
    expect(facePoint(CASTLE, readCell('b2'), 3)).toEqual({ x: 56, y: 51 });
  });
  test('a tile of any floor shows the whole side of the floor below', () => {
    const [low, high] = [facePoint(CASTLE, readCell('a1'), 1), facePoint(CASTLE, readCell('a1'), 2)];
    expect(low.y + TILE.height + TILE.side - (high.y + TILE.height + TILE.side)).toBe(TILE.side);
  });
  test('high stacks of a realm are squeezed, and always grow', () => {
    const rises = [1, 2, 3, 4, 5, 6, 9].map((level) => rise(REALM, level));
    expect(rises).toEqual([0, 1, 2, 3, 3.5, 4, 5.5]);
  });
  test('four levels leave the upper half of the tile behind to be seen', () => {
    const behind = facePoint(REALM, readCell('a1'), 1);
    const front = facePoint(REALM, readCell('a2'), 4);
    expect(front.y - behind.y).toBeGreaterThan(TILE.height / 2);
  });
});

describe('stacks', () => {
  test('a shrine is no tile', () => {
    expect(tilesOf(['m1', '*'])).toEqual(['m1']);
    expect(heightOf({ a1: ['m1', 's2', '*'] }, 'a1')).toBe(2);
    expect(heightOf({}, 'a1')).toBe(0);
  });
  test('castles are painted floor by floor', () => {
    const order = floorByFloor(layStacks(castle, CASTLE)).map(({ level, stack }) => `${stack.name}/${level}`);
    expect(order.slice(0, 7)).toEqual(['a1/1', 'b1/1', 'c1/1', 'd1/1', 'b2/1', 'c2/1', 'c4/1']);
    expect(order.slice(7)).toEqual(['b1/2', 'c1/2', 'd1/2', 'c2/2', 'c1/3']);
  });
  test('realms are painted row by row', () => {
    const realm = { a2: ['m1', 'S1'], a1: ['m1', 'm2', 'S3'] };
    const order = rowByRow(layStacks(realm, REALM)).map(({ level, stack }) => `${stack.name}/${level}`);
    expect(order).toEqual(['a1/1', 'a1/2', 'a1/3', 'a2/1', 'a2/2']);
  });
  test('a finger hits what is seen there', () => {
    const painted = floorByFloor(layStacks(castle, CASTLE));
    expect(stackAt(painted, { x: 30, y: 40 })?.name).toBe('a1');
    // the top of c2 rises over the foot of c1's bottom tile, but not over its top tile
    expect(stackAt(painted, { x: 140, y: 68 })?.name).toBe('c2');
    expect(stackAt(painted, { x: 140, y: 60 })?.name).toBe('c1');
    expect(stackAt(painted, { x: 30, y: 300 })).toBeUndefined();
  });
  test('frames hold every tile', () => {
    const frame = castleFrame({ columns: 4, rows: 4 }, 3, CASTLE, 0);
    for (const { at } of floorByFloor(layStacks(castle, CASTLE))) {
      expect(at.x).toBeGreaterThanOrEqual(frame.x);
      expect(at.y).toBeGreaterThanOrEqual(frame.y);
      expect(at.x + TILE.width).toBeLessThanOrEqual(frame.x + frame.width);
      expect(at.y + TILE.height + TILE.side).toBeLessThanOrEqual(frame.y + frame.height);
    }
    expect(viewBox(realmFrame({ columns: 6, rows: 4 }, REALM, 10, 40))).toBe('-10 -50 430 455');
  });
  test('a few tiles stand in the middle of a frame that is not smaller than it should be', () => {
    const box = { x: 10, y: 20, width: 100, height: 400 };
    expect(atLeast(box, { width: 300, height: 300 })).toEqual({ x: -90, y: 20, width: 300, height: 400 });
    expect(atLeast(box, { width: 50, height: 50 })).toEqual(box);
  });
});

describe('neighbours', () => {
  test('arrows go straight, jump gaps and follow ragged edges', () => {
    const names = Object.keys(castle);
    expect(towards('a1', 'east', names)).toBe('b1');
    expect(towards('c2', 'south', names)).toBe('c4');
    expect(towards('a1', 'south', names)).toBe('b2');
    expect(towards('c4', 'south', names)).toBeUndefined();
    expect(towards('c4', 'north', names)).toBe('c2');
  });
  test('floors are changed to the nearest stack of the next one', () => {
    expect(changeFloor('a1', 1, castle)).toBe('b1');
    expect(changeFloor('b1', 1, castle)).toBe('c1');
    expect(changeFloor('c1', 1, castle)).toBeUndefined();
    expect(changeFloor('c1', -1, castle)).toBe('b1');
    expect(changeFloor('c2', -1, castle)).toBe('b2');
  });
  test('a side is free where no stack reaches the floor', () => {
    expect(freeSides(castle, 'b1')).toEqual(['west', 'north', 'south']);
    expect(freeSides(castle, 'c1')).toEqual(['west', 'east', 'north', 'south']);
    expect(freeSides(castle, 'a9')).toEqual([]);
    expect(isOpen({ a1: ['M1'], b1: ['M2'], c1: ['M3'] }, 'b1')).toBe(false);
    expect(isOpen({ a1: ['M1'], b1: ['M2'], c1: ['M3'] }, 'c1')).toBe(true);
  });
});

describe('zoom', () => {
  test('the point under the finger stays', () => {
    const zoomed = zoomAt(WHOLE, 2, { x: 0.25, y: 0.75 });
    expect(zoomed.scale).toBe(2);
    expect(zoomed.x + (0.25 - 0.5) / 2).toBeCloseTo(0.25);
    expect(zoomed.y + (0.75 - 0.5) / 2).toBeCloseTo(0.75);
  });
  test('the board never leaves its frame', () => {
    expect(bounded({ scale: 0.2, x: 3, y: -1 })).toEqual(WHOLE);
    expect(panned({ scale: 2, x: 0.5, y: 0.5 }, { x: 9, y: -9 })).toEqual({ scale: 2, x: 0.25, y: 0.75 });
    const box = zoomedBox({ x: 10, y: 20, width: 100, height: 50 }, { scale: 2, x: 0.25, y: 0.75 });
    expect(box).toEqual({ x: 10, y: 45, width: 50, height: 25 });
  });
});

test('a castle is drawn floor by floor, with room for all of it', () => {
  const { floors, box } = castleDrawing([
    [0, 1],
    [3, 2],
  ]);
  expect(floors.map(({ faces }) => faces.split('M').length - 1)).toEqual([3, 2, 1]);
  expect(box.width).toBeGreaterThan(120);
  expect(castleDrawing([]).floors).toEqual([]);
});
