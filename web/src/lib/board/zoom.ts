/** Zoom and pan of a board inside its frame, with bounds: the board never leaves the screen, and a resize keeps the zoom. */
import type { Box, Point } from './geometry';

export interface Zoom {
  readonly scale: number;
  /** What lies in the middle of the picture, as a share of the frame. */
  readonly x: number;
  readonly y: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0.5, y: 0.5 };
export const MOST = 4;

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

export function bounded({ scale, x, y }: Zoom): Zoom {
  const within = clamp(scale, 1, MOST);
  const half = 0.5 / within;
  return { scale: within, x: clamp(x, half, 1 - half), y: clamp(y, half, 1 - half) };
}

/** Zooms by a factor so that a point, given as a share of the visible picture, stays where it is. */
export function zoomAt(zoom: Zoom, factor: number, at: Point): Zoom {
  const scale = clamp(zoom.scale * factor, 1, MOST);
  const worldX = zoom.x + (at.x - 0.5) / zoom.scale;
  const worldY = zoom.y + (at.y - 0.5) / zoom.scale;
  return bounded({ scale, x: worldX - (at.x - 0.5) / scale, y: worldY - (at.y - 0.5) / scale });
}

/** Moves the picture by a distance given as a share of the visible picture. */
export const panned = (zoom: Zoom, by: Point): Zoom =>
  bounded({ scale: zoom.scale, x: zoom.x - by.x / zoom.scale, y: zoom.y - by.y / zoom.scale });

export function zoomedBox(frame: Box, zoom: Zoom): Box {
  const { scale, x, y } = bounded(zoom);
  const width = frame.width / scale;
  const height = frame.height / scale;
  return { x: frame.x + x * frame.width - width / 2, y: frame.y + y * frame.height - height / 2, width, height };
}
