/**
 * The oblique projection of both boards: faces stay upright rectangles, height goes up (and a little to the west), so that a
 * symbol keeps its full size on every floor. All figures are in board units; one tile face is 60 by 80.
 */
import type { Box, Point } from '../../../board/geometry';
import type { Cell } from './cells';

export { around, type Box, centre, holds, type Point, viewBox } from '../../../board/geometry';

export const TILE = { width: 60, height: 80, corner: 6.5, side: 15 } as const;

export interface Projection {
  /** From one cell to the next. */
  readonly pitch: Point;
  /** How far level 2 lies from level 1; y grows downwards, so a rise is negative. */
  readonly lift: Point;
  /** Up to this height every level rises by the whole lift; above, by `squeezed` of it, so that the row behind stays readable. */
  readonly full: number;
  readonly squeezed: number;
}

export const CASTLE: Projection = { pitch: { x: 61, y: 81 }, lift: { x: -2.5, y: -15 }, full: 99, squeezed: 1 };
export const REALM: Projection = { pitch: { x: 70, y: 100 }, lift: { x: 0, y: -13 }, full: 4, squeezed: 0.5 };
export const SMALL_REALM: Projection = { pitch: { x: 68, y: 88 }, lift: { x: 0, y: -11 }, full: 3, squeezed: 0.4 };

/** How many whole lifts a level (1 is the ground) lies above the ground. */
export function rise(projection: Projection, level: number): number {
  const whole = Math.min(level, projection.full) - 1;
  return whole + Math.max(0, level - projection.full) * projection.squeezed;
}

/** The north-west corner of the face of a tile that lies on a cell at a level. */
export function facePoint(projection: Projection, cell: Cell, level: number): Point {
  const up = rise(projection, level);
  return {
    x: cell.column * projection.pitch.x + up * projection.lift.x,
    y: cell.row * projection.pitch.y + up * projection.lift.y,
  };
}

export const faceBox = (at: Point): Box => ({ x: at.x, y: at.y, width: TILE.width, height: TILE.height });

/** Face and front side together: what a finger can hit. */
export const bodyBox = (at: Point): Box => ({ x: at.x, y: at.y, width: TILE.width, height: TILE.height + TILE.side });
