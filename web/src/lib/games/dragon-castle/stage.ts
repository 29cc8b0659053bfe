/** Where on the screen a place of the table is, read from the boards that are drawn at this moment. */
import { readCell } from './board/cells';
import { CASTLE, facePoint, type Projection, REALM, SMALL_REALM } from './board/projection';
import type { Spot } from '../../motion/flight';
import type { Place } from './story';

const isSeen = (element: Element): boolean => {
  const rect = element.getBoundingClientRect();
  return rect.width > 0 && rect.height > 0;
};

/** The corner of a tile's face on a board, through the board's own matrix, so that zoom and scrolling are right. */
function onBoard(svg: SVGSVGElement, projection: Projection, cell: string, level: number): Spot | undefined {
  const matrix = svg.getScreenCTM();
  if (!matrix || !isSeen(svg)) return undefined;
  const { x, y } = facePoint(projection, readCell(cell), level);
  const corner = new DOMPoint(x, y).matrixTransform(matrix);
  return { x: corner.x, y: corner.y, width: 60 * matrix.a };
}

function anchored(root: HTMLElement, name: string, width: number): Spot | undefined {
  const found = [...root.querySelectorAll(`[data-anchor="${name}"]`)].find(isSeen);
  if (!found) return undefined;
  const rect = found.getBoundingClientRect();
  return { x: rect.x + rect.width / 2 - width / 2, y: rect.y + rect.height / 2 - (width * 95) / 120, width };
}

export function locate(root: HTMLElement, place: Place): Spot | undefined {
  if (place.at === 'castle') {
    const svg = root.querySelector<SVGSVGElement>('[data-board="castle"]');
    return svg ? onBoard(svg, CASTLE, place.cell, place.floor) : undefined;
  }
  if (place.at === 'realm') {
    for (const [name, projection] of [
      ['realm', REALM],
      ['small', SMALL_REALM],
    ] as const)
      for (const svg of root.querySelectorAll<SVGSVGElement>(`[data-board="${name}:${String(place.seat)}"]`)) {
        const spot = onBoard(svg, projection, place.cell, place.level);
        if (spot) return spot;
      }
    return anchored(root, `player:${String(place.seat)}`, 22);
  }
  const seat = 'seat' in place ? place.seat : 0;
  switch (place.at) {
    case 'hand':
      return anchored(root, `hand:${String(seat)}`, 40) ?? anchored(root, `player:${String(seat)}`, 24);
    case 'pool':
    case 'score':
    case 'aside':
      return anchored(root, `${place.at}:${String(seat)}`, 22) ?? anchored(root, `player:${String(seat)}`, 22);
    case 'supply':
      return anchored(root, 'supply', 24) ?? anchored(root, 'track', 24);
    case 'track':
      return anchored(root, 'track', 30);
    case 'dragon':
      return anchored(root, 'dragon', 26) ?? anchored(root, 'track', 26);
  }
}
