/** A castle seen as on the table, from its heights: a few outlines instead of a hundred tiles. */
import { around, bodyBox, type Box, CASTLE, facePoint, type Point, TILE } from './projection';

export interface Floor {
  readonly level: number;
  readonly sides: string;
  readonly bands: string;
  readonly faces: string;
}

const face = ({ x, y }: Point): string =>
  `M${String(x)} ${String(y)}h${String(TILE.width)}v${String(TILE.height)}h-${String(TILE.width)}Z`;
const side = ({ x, y }: Point): string => face({ x, y: y + TILE.side });
const band = ({ x, y }: Point): string =>
  `M${String(x)} ${String(y + TILE.height + TILE.side - 4)}h${String(TILE.width)}v4h-${String(TILE.width)}Z`;

export function castleDrawing(heights: readonly (readonly number[])[]): { floors: Floor[]; box: Box } {
  const cells = heights.flatMap((line, row) => line.map((height, column) => ({ cell: { row, column }, height })));
  const tallest = Math.max(0, ...cells.map(({ height }) => height));
  const floors = Array.from({ length: tallest }, (_, index) => {
    const level = index + 1;
    const points = cells.filter(({ height }) => height >= level).map(({ cell }) => facePoint(CASTLE, cell, level));
    return {
      level,
      sides: points.map(side).join(''),
      bands: points.map(band).join(''),
      faces: points.map(face).join(''),
    };
  });
  const boxes = cells
    .filter(({ height }) => height > 0)
    .map(({ cell, height }) => bodyBox(facePoint(CASTLE, cell, height)));
  return { floors, box: around(boxes, 10) };
}
