/**
 * What is printed on cards and tiles, in the notation of the formats: the client draws it and says it in words, and decides nothing by
 * it. `cards.test.ts` holds it to the tables of the Python package.
 */

/** Rows from the top; `dark` counts from 0. */
export interface CastleCard {
  readonly rows: readonly (readonly string[])[];
  readonly dark: number;
  /** Diplomats: which row of a domain each block serves, from the top. */
  readonly span?: readonly number[];
  readonly rare: boolean;
}

const rows = (text: string): string[][] => text.split(' | ').map((row) => row.split(' '));

const steward = (text: string, dark: number, rare = false): CastleCard => ({ rows: rows(text), dark, rare });
const diplomat = (text: string, span: '1|23' | '12|3', dark: number, rare = false): CastleCard => ({
  rows: rows(text),
  dark,
  span: span === '1|23' ? [0, 1, 1] : [0, 0, 1],
  rare,
});

export const CASTLE: Readonly<Record<string, CastleCard>> = {
  S1: steward('s:C | 1s 1v | 1f L', 0, true),
  S2: steward('s:C | 1h | 2i', 0),
  S3: steward('s:C | L | 2v', 0, true),
  S4: steward('s:W | 1c WELL | L', 0),
  S5: steward('s:W | 1f 1p | 1i L', 0),
  S6: steward('1i L | s:G | 2any', 1, true),
  S7: steward('1h | s:G | 2f', 1),
  S8: steward('1c WELL | s:G | 1h', 1, true),
  S9: steward('1c WELL | s:C | 2f', 1),
  S10: steward('1s 1any | s:C | 1i 1f', 1),
  S11: steward('2any | 1p L | s:W', 2, true),
  S12: steward('2p | 1s 1v | s:G', 2),
  S13: steward('2i | L | s:G', 2),
  S14: steward('2v | 1s 1any | s:W', 2, true),
  S15: steward('1h | 2p | s:W', 2),
  D1: diplomat('C | 3any', '1|23', 0, true),
  D2: diplomat('C | 2h', '1|23', 0),
  D3: diplomat('C | 2v WELL', '1|23', 0),
  D4: diplomat('C | 1s L', '1|23', 0),
  D5: diplomat('W | 3any', '1|23', 0),
  D6: diplomat('W | 2h', '1|23', 0),
  D7: diplomat('2h | G', '1|23', 1),
  D8: diplomat('2v WELL | G', '1|23', 1),
  D9: diplomat('2v WELL | W', '12|3', 1, true),
  D10: diplomat('2c L | W', '12|3', 1),
  D11: diplomat('1h L | G', '12|3', 1),
  D12: diplomat('3any | G', '12|3', 1, true),
};

/** Starting actions: one light row for all three lines. */
const START: Readonly<Record<string, CastleCard>> = {
  AC: { rows: [['C']], dark: -1, span: [0, 0, 0], rare: false },
  AG: { rows: [['G']], dark: -1, span: [0, 0, 0], rare: false },
  AW: { rows: [['W']], dark: -1, span: [0, 0, 0], rare: false },
};

export const cardOf = (name: string | null): CastleCard | undefined =>
  name === null ? undefined : (CASTLE[name] ?? START[name]);

/** The row of a domain's card that serves a line (0 coral, 1 black, 2 white). */
export const rowFor = (card: CastleCard, line: number): number => card.span?.[line] ?? line;

export const FAVOURS: Readonly<Record<string, readonly [string, string, string]>> = {
  F1: ['L', '2i', '2s'],
  F2: ['L', '2f', '2v'],
  F3: ['WELL', '2f', '2h'],
  F4: ['WELL', '2v', '2s'],
  F5: ['LIGHT', '2p', '2v'],
  F6: ['LIGHT', '2h', '2s'],
  F7: ['L', '2h', '3c'],
  F8: ['LIGHT', '2i', '3c'],
  F9: ['WELL', '2p', '3c'],
};

export interface GardenCard {
  readonly kind: 'plant' | 'stone';
  readonly food: number;
  readonly points: number;
  readonly effect: string;
}

const garden = (kind: GardenCard['kind'], food: number, effect: string): GardenCard => ({
  kind,
  food,
  points: 2 * food - 1,
  effect,
});

export const GARDENS: Readonly<Record<string, GardenCard>> = {
  G1: garden('plant', 5, '4c:ROW'),
  G2: garden('plant', 4, '3c:G'),
  G3: garden('plant', 4, '3c:C'),
  G4: garden('plant', 4, '3c:W'),
  G5: garden('plant', 3, '4c:DOMAIN'),
  G6: garden('stone', 1, '2any'),
  G7: garden('stone', 1, '3c'),
  G8: garden('stone', 2, '2s'),
  G9: garden('stone', 2, 'LIGHT'),
  G10: garden('stone', 3, 'WELL'),
};

export interface ResourceCard {
  readonly gain: readonly string[];
  readonly lantern: string;
  readonly decree: string | null;
}

const start = (gain: string, lantern: string, decree: string | null = null): ResourceCard => ({
  gain: gain.split(' '),
  lantern,
  decree,
});

export const STARTS: Readonly<Record<string, ResourceCard>> = {
  R1: start('2f 1i 2c 1s', '1p', 'Kc'),
  R2: start('2any 4c 2s', '1p'),
  R3: start('2i 1p 5c 1s', '1p'),
  R4: start('2p 1i 4c', '1i', 'Ks'),
  R5: start('3any 4c 1s', '1i'),
  R6: start('1f 2i 1p 3c 1s', '1i'),
  R7: start('1any 2c 2s', '1f', 'Kv'),
  R8: start('2f 2i 1p 4c 1s', '1f'),
  R9: start('4f 2i 3c 2s', '1f'),
};

const DECREES: Readonly<Record<string, string>> = { Kc: '1c', Ks: '1s', Kv: '1v' };

/** What the back of a card gives in the Lantern area. */
export function lanternBack(card: string): string | undefined {
  const kind = card[0];
  if (kind === 'S') return '1c';
  if (kind === 'D') return '1v';
  if (kind === 'A') return '1h';
  return STARTS[card]?.lantern ?? DECREES[card];
}

const YARD_TILES: Readonly<Record<string, readonly [string, string]>> = {
  Y1: ['C', '3p'],
  Y2: ['W', '2h'],
  Y3: ['G', '3f'],
  Y4: ['ROW-coral', 'WELL'],
  Y5: ['ROW-white', '2s'],
  Y6: ['ROW-black', '5c'],
  Y7: ['ROW', 'LIGHT'],
  Y8: ['DOMAIN', '2v'],
};

export interface YardTile {
  readonly side: 'blue' | 'gold';
  readonly effect: string;
}

export function yardTile(name: string): YardTile | undefined {
  const found = YARD_TILES[name.slice(0, -1)];
  if (!found) return undefined;
  return name.endsWith('b') ? { side: 'gold', effect: found[1] } : { side: 'blue', effect: found[0] };
}

/** What a warrior counts for each courtier inside. */
export const YARD_WORTH: Readonly<Record<string, number>> = { '5': 2, '3': 1, '1': 1 };

/** The value printed on a space for dice. */
export const PRINTED = { steward: 3, diplomat: 4, outside: 5, well: 1, domain: 6 } as const;

export const FLOOR_POINTS = { gate: 1, steward: 3, diplomat: 6, daimyo: 10 } as const;
export const GATE_COINS = 2;
export const CLIMB_PEARL = [2, 5] as const;

export const OUTSIDE: Readonly<Record<'left' | 'right', readonly [string, string]>> = {
  left: ['G', 'C'],
  right: ['W', 'C'],
};

/** The three lines of a domain: what each shows in the beginning, and what departed members uncover from left to right. */
export const LINES = {
  coral: { members: 'courtiers', shown: ['1f', '1f', '1f', '2c', '1f', '1s'] },
  black: { members: 'gardeners', shown: ['1i', '1i', '1i', 'L', '1i', '2c'] },
  white: { members: 'warriors', shown: ['1p', '1p', '1p', '1s', '1p', 'L'] },
} as const;

/** The Passage of Time: seasons begin behind a checkpoint that asks seals. */
export const SEASONS = [
  { name: 'spring', from: 0, to: 5, seals: 0 },
  { name: 'summer', from: 6, to: 10, seals: 1 },
  { name: 'autumn', from: 11, to: 14, seals: 2 },
  { name: 'winter', from: 15, to: 20, seals: 3 },
] as const;
export const TRACK_END = 20;

export const trackPoints = (space: number): number => (space >= 15 ? space - 5 : space >= 11 ? 6 : space >= 6 ? 3 : 0);

export interface SoloCard {
  readonly colour: 'coral' | 'black' | 'white';
  readonly at: 'left' | 'centre' | 'right';
  readonly to: string;
  readonly actions: readonly [string, string];
}

const visit = (
  colour: SoloCard['colour'],
  at: SoloCard['at'],
  to: string,
  first: string,
  second: string,
): SoloCard => ({
  colour,
  at,
  to,
  actions: [first, second],
});

/** The Tokugawa visit: our reconstruction. */
export const VISITS: Readonly<Record<string, SoloCard>> = {
  T1: visit('coral', 'left', 'steward-1', 'gate', '2c'),
  T2: visit('coral', 'centre', 'outside-left', 'plant', 'gate'),
  T3: visit('coral', 'right', 'diplomat-1', 'yard-3', 'up-1'),
  T4: visit('black', 'left', 'well', 'stone', '2h'),
  T5: visit('black', 'centre', 'steward-2', 'gate', 'up-2'),
  T6: visit('black', 'right', 'outside-right', 'yard-5', '1v'),
  T7: visit('white', 'left', 'diplomat-2', 'up-1', 'yard-1'),
  T8: visit('white', 'centre', 'steward-3', 'stone', '2h'),
  T9: visit('white', 'right', 'well', '2v', '1c'),
};
