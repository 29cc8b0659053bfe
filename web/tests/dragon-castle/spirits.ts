/** Each spirit at a moment where it can be called, and what comes of it. The positions are those of the rule cases, or close to them. */
import { person, type Scene } from '../house/scenes';

export interface Called {
  readonly spirit: string;
  /** Drawn as in the rule cases of `tests/dragon_castle/cases`. */
  readonly drawn: Readonly<Record<string, unknown>>;
  /** The moves, as the server is to have written them down. */
  readonly moves: readonly string[];
  /** What then lies in the realm: a symbol, `down` or `shrine`, and the floor; or nothing. */
  readonly after: Readonly<Record<string, `${string} ${number}` | 'empty'>>;
}

export const CALLED: readonly Called[] = [
  {
    spirit: 'beauty',
    drawn: { castle: 'E1 . E2', pool: 3, realm: 'M2 S2 F2 M3\nS2 W1 .  .' },
    moves: ['spirit beauty d1', 'set a1', 'build a2', 'build c1'],
    after: { a1: 'down 1', b1: 'down 1', c1: 'shrine 1', a2: 'shrine 1', d1: 'empty', b2: 'W1 1' },
  },
  {
    spirit: 'wind',
    drawn: { castle: 'E1 . E2', realm: 'm1* s1\nF3 W2' },
    moves: ['spirit wind shrine', 'flip a2', 'carry a1 b1'],
    after: { a1: 'down 1', b1: 'shrine 1', a2: 'down 1', b2: 'W2 1' },
  },
  {
    spirit: 'elegance',
    drawn: { castle: 'M1 M2 M3', realm: 'F3' },
    moves: ['spirit elegance a1', 'take b1', 'shrine', 'place M2 c2'],
    after: { a1: 'empty', c2: 'M2 1' },
  },
  {
    spirit: 'deception',
    drawn: { castle: 'M1 S1 F1\nM2 S2 F2', realm: 'F3' },
    moves: ['take a1', 'spirit deception shrine', 'pair b1', 'place S1 c1', 'place M1 b2'],
    after: { a1: 'F3 1', c1: 'S1 1', b2: 'M1 1' },
  },
  {
    spirit: 'strength',
    drawn: { castle: 'E1 . E2', realm: 'M1 s1\n. f1*' },
    moves: ['spirit strength shrine', 'move b1 c1', 'move a1 c1'],
    after: { a1: 'empty', b1: 'empty', c1: 'M1 2', b2: 'shrine 1' },
  },
  {
    spirit: 'change',
    drawn: { castle: 'E1 . E2', pool: 2, realm: 'M1 M2 M3 D1\nS1 .  W1 W2' },
    moves: ['spirit change shrine', 'as d1 M', 'build a1'],
    after: { a1: 'shrine 1', b1: 'down 1', c1: 'down 1', d1: 'down 1', a2: 'S1 1' },
  },
  {
    spirit: 'faith',
    drawn: {
      castle: 'E1 . E2',
      pool: 2,
      realm: 'M1 M2 M3 .\n. . W2 W1',
      turn: { player: 0, phase: 'place', hand: ['M4'], picked: ['M4'] },
    },
    moves: ['place M4 d1', 'build a1', 'spirit faith c2', 'build b1'],
    after: { a1: 'shrine 1', b1: 'shrine 1', c1: 'down 1', d1: 'down 1', c2: 'empty', d2: 'W1 1' },
  },
  {
    spirit: 'deep',
    drawn: { castle: 'M1 . M2 . S1', realm: 'F3' },
    moves: ['take a1', 'spirit deep shrine', 'pair c1', 'place M1 b1', 'place M2 d3'],
    after: { a1: 'F3 1', b1: 'M1 1', d3: 'M2 1' },
  },
  {
    spirit: 'destruction',
    drawn: { castle: 'M1/M2/M3 S1 S2\nF1/F2 F3 F4/F5', realm: 'F3' },
    moves: ['spirit destruction a1', 'destroy c1', 'take a1', 'discard'],
    after: { a1: 'empty' },
  },
  {
    spirit: 'cunning',
    drawn: { castle: 'E1 . E2', pool: 3, realm: 'M1 M5 F1 s1\nM3 .  W1 D2' },
    moves: ['spirit cunning c1', 'set a1', 'build a2'],
    after: { a1: 'down 1', b1: 'down 1', a2: 'shrine 1', c1: 'empty', d2: 'D2 1' },
  },
];

export const spiritScenes: readonly Scene[] = CALLED.map(({ spirit, drawn }) => ({
  name: `spirit ${spirit}`,
  seats: [person('Ana'), person('Bea')],
  options: { spirits: [spirit] },
  drawn: { spirits: [spirit], ...drawn },
}));
