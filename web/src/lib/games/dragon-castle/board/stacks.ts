/** Stacks of tiles laid out for drawing: where each level lies, in which order they are painted, what a finger hits. */
import { type Cell, cellName, inReadingOrder, readCell, type Size } from './cells';
import { around, bodyBox, type Box, facePoint, holds, type Point, type Projection, TILE } from './projection';

/** A stack as the server tells it: bottom to top, as many entries as tiles (a shrine is no tile). */
export type Stacks = Readonly<Record<string, readonly string[]>>;

export interface Level {
  readonly level: number;
  readonly at: Point;
  readonly tile: string;
  readonly top: boolean;
}

export interface Stack {
  readonly name: string;
  readonly cell: Cell;
  readonly levels: readonly Level[];
  readonly height: number;
  readonly top: Level;
}

export const SHRINE = '*';

export const tilesOf = (stack: readonly string[]): readonly string[] =>
  stack.at(-1) === SHRINE ? stack.slice(0, -1) : stack;

export const heightOf = (stacks: Stacks, name: string): number => tilesOf(stacks[name] ?? []).length;

export function layStacks(stacks: Stacks, projection: Projection): Stack[] {
  const laid: Stack[] = [];
  for (const [name, raw] of Object.entries(stacks)) {
    const tiles = tilesOf(raw);
    const cell = readCell(name);
    const levels = tiles.map((tile, index) => ({
      level: index + 1,
      at: facePoint(projection, cell, index + 1),
      tile,
      top: index === tiles.length - 1,
    }));
    const top = levels.at(-1);
    if (top) laid.push({ name, cell, levels, height: tiles.length, top });
  }
  return laid.sort((a, b) => inReadingOrder(a.cell, b.cell));
}

export interface Painted extends Level {
  readonly stack: Stack;
}

/** Castle: floor by floor, then row, then column; a floor's shadow falls on everything below it. */
export function floorByFloor(stacks: readonly Stack[]): Painted[] {
  const painted = stacks.flatMap((stack) => stack.levels.map((level) => ({ ...level, stack })));
  return painted.sort((a, b) => a.level - b.level || inReadingOrder(a.stack.cell, b.stack.cell));
}

/** Realm: row by row, so that a tall stack stands in front of the row behind it. */
export const rowByRow = (stacks: readonly Stack[]): Painted[] =>
  stacks.flatMap((stack) => stack.levels.map((level) => ({ ...level, stack })));

/** Which stack a point belongs to: the last painted one that covers it. */
export function stackAt(painted: readonly Painted[], point: Point): Stack | undefined {
  return painted.findLast((level) => holds(bodyBox(level.at), point))?.stack;
}

/** The frame of a whole castle, from its ground cells and its highest tiles; it does not change while tiles are taken. */
export function castleFrame(size: Size, floors: number, projection: Projection, margin: number): Box {
  const corners: Cell[] = [
    { column: 0, row: 0 },
    { column: size.columns - 1, row: size.rows - 1 },
  ];
  const boxes = corners.flatMap((cell) => [
    bodyBox(facePoint(projection, cell, 1)),
    bodyBox(facePoint(projection, cell, floors)),
  ]);
  return around(boxes, margin);
}

/** The same place in the middle of a frame that is at least so large: a few tiles that are left are not drawn huge. */
export function atLeast({ x, y, width, height }: Box, least: { width: number; height: number }): Box {
  const [wider, higher] = [Math.max(0, least.width - width), Math.max(0, least.height - height)];
  return { x: x - wider / 2, y: y - higher / 2, width: width + wider, height: height + higher };
}

/** The frame of a realm with room for stacks of the given height in the northernmost row. */
export function realmFrame(size: Size, projection: Projection, margin: number, headroom: number): Box {
  return {
    x: -margin,
    y: -margin - headroom,
    width: (size.columns - 1) * projection.pitch.x + TILE.width + 2 * margin,
    height: (size.rows - 1) * projection.pitch.y + TILE.height + TILE.side + 2 * margin + headroom,
  };
}

export function cellsOf(size: Size): { name: string; cell: Cell }[] {
  const cells = [];
  for (let row = 0; row < size.rows; row++)
    for (let column = 0; column < size.columns; column++)
      cells.push({ name: cellName({ column, row }), cell: { column, row } });
  return cells;
}
