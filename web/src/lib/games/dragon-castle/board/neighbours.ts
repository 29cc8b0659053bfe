/** Where the arrow keys lead, and which sides of a tile are free. */
import { type Cell, cellName, readCell } from './cells';
import { heightOf, type Stacks } from './stacks';

export type Direction = 'north' | 'south' | 'west' | 'east';

export const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'north',
  ArrowDown: 'south',
  ArrowLeft: 'west',
  ArrowRight: 'east',
};

const STEP: Readonly<Record<Direction, Cell>> = {
  north: { column: 0, row: -1 },
  south: { column: 0, row: 1 },
  west: { column: -1, row: 0 },
  east: { column: 1, row: 0 },
};

export const beside = (cell: Cell, direction: Direction): Cell => ({
  column: cell.column + STEP[direction].column,
  row: cell.row + STEP[direction].row,
});

/**
 * The cell an arrow key leads to: the nearest one in that direction. Going straight is preferred; a step aside costs three
 * steps ahead, so that gaps are jumped and ragged edges still lead somewhere.
 */
export function towards(from: string, direction: Direction, among: Iterable<string>): string | undefined {
  const here = readCell(from);
  const step = STEP[direction];
  let best: string | undefined;
  let least = Infinity;
  for (const name of among) {
    const cell = readCell(name);
    const [dx, dy] = [cell.column - here.column, cell.row - here.row];
    const ahead = dx * step.column + dy * step.row;
    if (ahead <= 0) continue;
    const aside = Math.abs(step.column === 0 ? dx : dy);
    if (aside > ahead + 1) continue;
    const cost = ahead + 3 * aside + (dx + dy < 0 ? 0 : 0.1);
    if (cost < least) [best, least] = [name, cost];
  }
  return best;
}

/** The names of the stacks whose top tile lies on a floor, in reading order of the given names. */
export const onFloor = (stacks: Stacks, floor: number): string[] =>
  Object.keys(stacks).filter((name) => heightOf(stacks, name) === floor);

/** The nearest stack whose top lies on the next higher (+1) or lower (−1) floor that has one. */
export function changeFloor(from: string, by: 1 | -1, stacks: Stacks): string | undefined {
  const here = readCell(from);
  const heights = [...new Set(Object.keys(stacks).map((name) => heightOf(stacks, name)))].sort((a, b) => a - b);
  const now = heightOf(stacks, from);
  const target = by > 0 ? heights.find((height) => height > now) : heights.findLast((height) => height < now);
  if (target === undefined) return undefined;
  const distance = (name: string) => {
    const cell = readCell(name);
    return Math.abs(cell.column - here.column) + Math.abs(cell.row - here.row);
  };
  return onFloor(stacks, target).sort((a, b) => distance(a) - distance(b))[0];
}

/** The sides of a stack's top tile where no stack reaches its floor. A fact of the picture; what may be taken the server says. */
export function freeSides(stacks: Stacks, name: string): Direction[] {
  const height = heightOf(stacks, name);
  if (height === 0) return [];
  const cell = readCell(name);
  return (['west', 'east', 'north', 'south'] as const).filter((side) => {
    const next = beside(cell, side);
    return next.column < 0 || next.row < 0 || heightOf(stacks, cellName(next)) < height;
  });
}

/** Whether a long side (west or east) is free. */
export const isOpen = (stacks: Stacks, name: string): boolean =>
  freeSides(stacks, name).some((side) => side === 'west' || side === 'east');
