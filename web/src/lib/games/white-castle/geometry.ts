/** Where things lie: the arc of a bridge, the spaces of the track. Pure figures; drawn by the components. */
import { SEASONS, TRACK_END } from './cards';
import type { Bridge, Side } from './view';

export interface BridgeShape {
  readonly width: number;
  /** How much higher the middle is than the ends. */
  readonly rise: number;
}

export const BRIDGE: BridgeShape = { width: 340, rise: 30 };

/** Height of the deck above its ends at a place from 0 (left) to 1 (right). */
export const deckAt = ({ rise }: BridgeShape, place: number): number => rise * (1 - (2 * place - 1) ** 2);

export interface PlacedDie {
  readonly side: Side;
  readonly value: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** The dice of a bridge: the ends large and free to take, those in the middle smaller behind them. */
export function diceOn(bridge: Bridge, shape: BridgeShape = BRIDGE): PlacedDie[] {
  const { width } = shape;
  const end = 46;
  const margin = 4;
  const middle = bridge.centre.length > 2 ? 30 : 34;
  const placed: PlacedDie[] = [];
  if (typeof bridge.left === 'number')
    placed.push({ side: 'left', value: bridge.left, x: margin, y: -end + 6, size: end });
  const room = width - 2 * (end + margin) - 20;
  bridge.centre.forEach((value, index) => {
    const x = end + margin + 10 + (room * (index + 1)) / (bridge.centre.length + 1) - middle / 2;
    const place = (x + middle / 2) / width;
    placed.push({ side: 'centre', value, x, y: -deckAt(shape, place) - middle + 4, size: middle });
  });
  if (typeof bridge.right === 'number')
    placed.push({ side: 'right', value: bridge.right, x: width - end - margin, y: -end + 6, size: end });
  return placed;
}

/** The share of the track's width at which a space begins: a checkpoint takes a little room of its own. */
export function trackSpace(space: number): { readonly from: number; readonly to: number } {
  const gate = 0.8;
  const gates = (upTo: number) => SEASONS.filter(({ from, seals }) => seals > 0 && from <= upTo).length;
  const all = TRACK_END + 1 + gate * gates(TRACK_END);
  const from = (space + gate * gates(space)) / all;
  return { from, to: from + 1 / all };
}

/** The middle of a checkpoint before a space. */
export const checkpointAt = (space: number): number => (trackSpace(space - 1).to + trackSpace(space).from) / 2;

/** Markers of one space, bottom first, given who stands where and the order of the track (on one space the top first). */
export function stackedOn(space: number, influence: readonly number[], track: readonly number[]): number[] {
  return track.filter((seat) => influence[seat] === space).toReversed();
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

/** The next place in a direction: straight ones before slanted ones, near before far. Undefined at the edge. */
export function neighbour<T>(from: Box, direction: Direction, others: readonly { of: T; box: Box }[]): T | undefined {
  const middle = (box: Box) => ({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });
  const here = middle(from);
  const [sx, sy] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[direction] as [number, number];
  let best: T | undefined;
  let least = Infinity;
  for (const { of, box } of others) {
    const there = middle(box);
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    const ahead = dx * sx + dy * sy;
    const aside = Math.abs(dx * sy) + Math.abs(dy * sx);
    if (ahead <= 4) continue;
    const cost = ahead + aside * 2.2;
    if (cost < least) [best, least] = [of, cost];
  }
  return best;
}
