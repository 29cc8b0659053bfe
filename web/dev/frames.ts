/** The fixture games of `make_fixtures.py`, frame by frame. */
import type { Scores, View } from '../src/lib/games/dragon-castle/view';
import type { GameEvent, Preview } from '../src/lib/protocol/types';

export interface Frame {
  view: View;
  scores: Scores;
  moves: string[];
  previews: Record<string, Preview>;
  step: { seat: number | null; move: string | null; events: GameEvent[] };
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** RFC 7396. */
export function merge(target: Json | undefined, patch: Json): Json {
  if (patch === null || typeof patch !== 'object' || Array.isArray(patch)) return patch;
  const base = target !== null && typeof target === 'object' && !Array.isArray(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(base, key);
    else base[key] = merge(base[key], value);
  }
  return base;
}

export function frames(deltas: unknown): Frame[] {
  const all: Frame[] = [];
  let now: Json | undefined;
  for (const delta of deltas as Json[]) {
    now = merge(now, delta);
    all.push(now as unknown as Frame);
  }
  return all;
}
