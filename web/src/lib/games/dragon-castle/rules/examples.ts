/**
 * The drawn examples of the rules page: positions, language-free. In a castle only the top tiles are named, `?` lies under them. In a
 * realm small letters are face down and `*` is a shrine, as everywhere.
 */

/** take: thick rim; second: thin rim; closed: veil; picked and twin: blue; legal: dashed; good: gold, what counts here. */
export type ExampleMark = 'take' | 'second' | 'closed' | 'picked' | 'twin' | 'legal' | 'good';

export interface Example {
  readonly board: 'castle' | 'realm';
  readonly size: { readonly columns: number; readonly rows: number };
  readonly stacks: Readonly<Record<string, readonly string[]>>;
  readonly marks: Readonly<Record<string, ExampleMark>>;
  /** From a cell to a cell. */
  readonly arrows?: readonly (readonly [string, string])[];
}

const all = (mark: ExampleMark, cells: string): Record<string, ExampleMark> =>
  Object.fromEntries(cells.split(' ').map((cell) => [cell, mark]));

const mound = {
  a1: ['?', '?', 'F4'],
  b1: ['?', '?', 'S2'],
  c1: ['?', '?', 'M1'],
  d1: ['?', 'E2'],
  e1: ['W1'],
  a2: ['?', 'S2'],
  b2: ['?', '?', 'D1'],
  c2: ['?', 'F4'],
  d2: ['?', 'M6'],
  e2: ['F4'],
};
const wide = { columns: 5, rows: 2 };
const small = { columns: 4, rows: 3 };
const even = { columns: 4, rows: 2 };
const realm = { columns: 5, rows: 3 };

export const EXAMPLES: Readonly<Record<string, Example>> = {
  available: {
    board: 'castle',
    size: wide,
    stacks: mound,
    marks: { ...all('take', 'a1 c1 b2'), ...all('second', 'd1 e1 a2 d2 e2'), ...all('closed', 'b1 c2') },
  },
  pair: {
    board: 'castle',
    size: wide,
    stacks: mound,
    marks: { a1: 'picked', e2: 'twin', ...all('closed', 'b1 c1 d1 e1 a2 b2 c2 d2') },
  },
  place: {
    board: 'realm',
    size: realm,
    stacks: { b1: ['m2'], c1: ['f1', '*'], c2: ['S3'], d2: ['s1', 's4'], a3: ['E1'] },
    marks: { ...all('legal', 'a1 b1 d1 e1 a2 b2 d2 e2 b3 c3 d3 e3'), ...all('closed', 'c1 c2 a3') },
  },
  sets: {
    board: 'realm',
    size: realm,
    stacks: {
      b1: ['M2'],
      c1: ['M5'],
      c2: ['f2', 'M2'],
      d2: ['M3'],
      d3: ['s3', 'M6'],
      e1: ['M4'],
      a3: ['S1'],
      b3: ['E3'],
    },
    marks: all('good', 'b1 c1 c2 d2 d3'),
  },
  shrines: {
    board: 'realm',
    size: realm,
    stacks: {
      b2: ['d1'],
      c2: ['f2', 'd3', '*'],
      d2: ['s3', 's1', 'd2', '*'],
      c3: ['d1'],
      d3: ['m1', 'd2'],
      a1: ['W2'],
      e1: ['M3'],
    },
    marks: all('good', 'b2 c2 d2 c3 d3'),
  },
  'spirit.beauty': {
    board: 'realm',
    size: small,
    stacks: { a1: ['S3'], b1: ['M3'], b2: ['s1', 'F3'], c2: ['S3'], d1: ['E1'], a3: ['M5'] },
    marks: all('good', 'a1 b1 b2 c2'),
  },
  'spirit.wind': {
    board: 'realm',
    size: small,
    stacks: { a2: ['m2', '*'], b2: ['m1'], c2: ['m1', 'm4', 'm4'], d1: ['W1'] },
    marks: { a2: 'picked', c2: 'good' },
    arrows: [['a2', 'c2']],
  },
  'spirit.elegance': {
    board: 'castle',
    size: { columns: 3, rows: 2 },
    stacks: { a1: ['?', 'M2'], b1: ['?', 'E4'], c1: ['?', 'S6'], a2: ['F1'], b2: ['W3'], c2: ['M5'] },
    marks: { b1: 'good', ...all('closed', 'a2 b2 c2') },
  },
  'spirit.deception': {
    board: 'castle',
    size: { columns: 4, rows: 2 },
    stacks: {
      a1: ['?', 'E4'],
      b1: ['?', 'M2'],
      c1: ['?', 'S5'],
      d1: ['F1'],
      a2: ['?', 'D3'],
      b2: ['?', 'W2'],
      c2: ['F3'],
      d2: ['M4'],
    },
    marks: { a1: 'picked', ...all('twin', 'b1 a2'), ...all('closed', 'c1 d1 b2 c2 d2') },
  },
  'spirit.strength': {
    board: 'realm',
    size: small,
    stacks: { a1: ['S2'], b1: ['S5'], d1: ['S1'], d3: ['f1', 'S6'], a3: ['M2'] },
    marks: { d1: 'picked', d3: 'picked', c1: 'good', b2: 'good' },
    arrows: [
      ['d1', 'c1'],
      ['d3', 'b2'],
    ],
  },
  'spirit.change': {
    board: 'realm',
    size: small,
    stacks: { a1: ['F2'], b1: ['F6'], b2: ['s2', 'W4'], c2: ['F1'], d3: ['M1'] },
    marks: { ...all('good', 'a1 b1 c2'), b2: 'picked' },
  },
  'spirit.faith': {
    board: 'realm',
    size: small,
    stacks: { a2: ['m2'], b2: ['f1', 'm4', '*'], c2: ['m1', '*'], b1: ['m6'], d3: ['E2'] },
    marks: all('good', 'b2 c2'),
  },
  'spirit.deep': {
    board: 'castle',
    size: { columns: 4, rows: 2 },
    stacks: {
      a1: ['?', 'S5'],
      b1: ['?', 'M2'],
      c1: ['S1'],
      d1: ['S2'],
      a2: ['F4'],
      b2: ['E1'],
      c2: ['W2'],
      d2: ['S6'],
    },
    marks: { a1: 'picked', ...all('twin', 'd1 d2'), ...all('closed', 'b1 c1 a2 b2 c2') },
  },
  'spirit.destruction': {
    board: 'castle',
    size: { columns: 4, rows: 2 },
    stacks: {
      a1: ['F2'],
      b1: ['?', 'M2'],
      c1: ['?', 'S5'],
      d1: ['E3'],
      a2: ['W1'],
      b2: ['D1'],
      c2: ['M6'],
      d2: ['S1'],
    },
    marks: { ...all('good', 'a1 b1 c1 d1 a2 d2'), ...all('closed', 'b2 c2') },
  },
  'spirit.cunning': {
    board: 'realm',
    size: small,
    stacks: { b1: ['E2'], b2: ['m1', 'E4'], c2: ['E1'], a3: ['S4'], d1: ['M2'] },
    marks: all('good', 'b1 b2 c2'),
  },
  'dragon.humility': {
    board: 'realm',
    size: small,
    stacks: { a1: ['m1', '*'], b1: ['m2', 'm3', 'S1'], b2: ['s1', '*'], d3: ['f1', 'f2', '*'], c3: ['W1'] },
    marks: all('good', 'a1 b2'),
  },
  'dragon.righteousness': {
    board: 'realm',
    size: small,
    stacks: { a2: ['m1', '*'], b2: ['m1', '*'], d2: ['s2', '*'], d1: ['s1', '*'], c3: ['F2'], b1: ['e1'] },
    marks: all('good', 'a2 b2 d2 d1'),
  },
  'dragon.tranquility': {
    board: 'realm',
    size: small,
    stacks: { a1: ['m1'], b1: ['m1', '*'], d1: ['s2'], c2: ['S3'], a3: ['f1', 'f2'], b3: ['f3'], c3: ['E1'] },
    marks: all('good', 'a1 b1 d1 a3 b3'),
  },
  'dragon.bravery': {
    board: 'realm',
    size: small,
    stacks: { a1: ['m1', 'm2', 'M1'], b1: ['m3'], b2: ['f1', 'F2'], d3: ['s1', 's2', '*'], c3: ['W2'] },
    marks: all('good', 'a1 d3'),
  },
  'dragon.majesty': {
    board: 'realm',
    size: small,
    stacks: { a1: ['m1', 'm2', 'M6'], b1: ['m3', 'S5'], b2: ['f1', 'f2', 'F4'], c2: ['s1', 's2', 'F2'] },
    marks: all('good', 'a1 b2'),
  },
  'dragon.power': {
    board: 'realm',
    size: small,
    stacks: { a1: ['S5'], b1: ['m1', 'S4'], b2: ['S2'], d1: ['S6'], d3: ['E1'] },
    marks: all('good', 'a1 b1 b2'),
  },
  'dragon.knowledge': {
    board: 'realm',
    size: small,
    stacks: { a1: ['E2'], c1: ['m1', 'W2'], d1: ['S4'], b2: ['D1'], d2: ['E2'], a3: ['f1', 'E4'] },
    marks: all('good', 'a1 c1 b2 a3'),
  },
  'dragon.harmony': {
    board: 'realm',
    size: even,
    stacks: {
      a1: ['m1', 'm2', '*'],
      d1: ['s1', 's2', '*'],
      b1: ['F1'],
      c1: ['e2'],
      b2: ['m2', 'W1'],
      c2: ['f1', 'D2'],
    },
    marks: all('good', 'a1 d1'),
  },
  'dragon.devotion': {
    board: 'realm',
    size: small,
    stacks: { b1: ['m1', '*'], b2: ['f1', 'D1'], c2: ['m2', 's3', '*'], d3: ['m1', '*'], a3: ['E2'] },
    marks: all('good', 'b1 c2'),
  },
  'dragon.fortitude': {
    board: 'realm',
    size: small,
    stacks: { a1: ['m1', '*'], d2: ['m2', 'm3', '*'], b3: ['s1', '*'], b2: ['f1', '*'], c1: ['E1'] },
    marks: all('good', 'a1 d2 b3'),
  },
};
