/** The Dragon Castle documents of docs/formats.md, as the client reads them. */

export const TYPES = ['M', 'S', 'F', 'E', 'W', 'D'] as const;
export type Type = (typeof TYPES)[number];

export const SYMBOLS: Readonly<Record<Type, number>> = { M: 6, S: 6, F: 6, E: 4, W: 4, D: 3 };

/** All 29, in the order of the formats. */
export const ALL_SYMBOLS: readonly string[] = TYPES.flatMap((type) =>
  Array.from({ length: SYMBOLS[type] }, (_, index) => `${type}${String(index + 1)}`),
);

export const SPIRITS = [
  'beauty',
  'wind',
  'elegance',
  'deception',
  'strength',
  'change',
  'faith',
  'deep',
  'destruction',
  'cunning',
] as const;
export type Spirit = (typeof SPIRITS)[number];

export const DRAGONS = [
  'humility',
  'righteousness',
  'tranquility',
  'bravery',
  'majesty',
  'power',
  'knowledge',
  'harmony',
  'devotion',
  'fortitude',
] as const;
export type Dragon = (typeof DRAGONS)[number];

export interface PlayerView {
  realm: Record<string, string[]>;
  shrines: number;
  vp: number;
  tokens: number;
  discarded: string[];
}

export interface Turn {
  player: number;
  phase?: 'action' | 'complete' | 'place' | 'end';
  doing?: string;
  settling?: boolean;
  hand?: string[];
  from?: [string, number];
  picked?: string[];
  used?: string[];
  elegance?: 'must' | 'on';
  pair?: 'deep' | 'deception';
  set?: string[];
  left?: number;
  moved?: string;
}

export interface View {
  game: 'dragon-castle';
  version: number;
  realm: [number, number];
  solo: boolean;
  spirits: Spirit[];
  dragons: Dragon[];
  castle: Record<string, string[]>;
  supply: number;
  countdown: number;
  first: number;
  players: PlayerView[];
  turn: Turn;
  unseen: Record<string, number>;
  ingenuity?: { tiles: string[]; tokens: number };
}

export interface PlayerScore {
  vp: number;
  shrines: number;
  countdown: number;
  dragons: Record<string, number>;
  total: number;
}

export interface Scores {
  players: PlayerScore[];
  ranking: number[][];
  rank?: string;
}

export const COUNTDOWN_TOKENS = 7;

/** Tokens that lie one by one, right of the stack; the "!" is under the one next to the stack. */
export const singles = (view: View): number => (view.solo ? 3 : view.players.length);

export const isFaceDown = (tile: string): boolean => tile !== tile.toUpperCase();
export const typeOf = (tile: string): Type => tile[0]?.toUpperCase() as Type;
export const symbolOf = (tile: string): string => tile.toUpperCase();
export const isFaction = (tile: string): boolean => 'MSF'.includes(typeOf(tile));

export const tilesLeft = (view: View): number =>
  Object.values(view.castle).reduce((sum, stack) => sum + stack.length, 0);
export const hiddenLeft = (view: View): number => Object.values(view.unseen).reduce((sum, count) => sum + count, 0);

export const topFloor = (view: View): number =>
  Object.values(view.castle).reduce((highest, stack) => Math.max(highest, stack.length), 0);
