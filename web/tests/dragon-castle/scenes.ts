/** Moments of Dragon Castle that tests and pictures begin at. */
import { bot, person, type Scene } from '../house/scenes';
import { spiritScenes } from './spirits';

const two = [person('Ana'), person('Bea')];
/** Two floors: what is taken upstairs shows what lay beneath. Ground-floor stacks can be pairs. */
const SMALL = { castle: 'M1 S1 M1 F1\nM2/S3 S2 M2/F2 F3', realm: 'F1 F2 F3 .\nM3 .  .  .' };

export const scenes: readonly Scene[] = [
  ...spiritScenes,
  { name: 'a small castle', seats: two, drawn: SMALL },
  { name: 'another small castle', seats: two, drawn: SMALL },
  { name: 'a castle to drag from', seats: two, drawn: SMALL },
  { name: 'a castle for two tabs', seats: two, drawn: SMALL },
  { name: 'a castle to watch', seats: two, seed: 3, play: { plies: 30, until: 'take', seat: 0 } },
  { name: 'a castle to reload', seats: two, drawn: SMALL },
  { name: 'a castle in two languages', seats: two, drawn: SMALL },
  {
    name: 'the last round at one screen',
    seats: [person('Ana'), { kind: 'here', name: 'Bo' }],
    drawn: { castle: 'M1 . M1 . S1 . S2', realm: 'F1 F2 F3 .', realm1: 'S4' },
  },
  {
    name: 'a game of four',
    seats: [person('Ana'), bot(), bot(), bot()],
    seed: 4,
    options: { spirits: ['faith', 'strength'], dragons: ['bravery'] },
    play: { plies: 120, until: 'take', seat: 0 },
  },
  { name: 'an open table', seats: [person('Ana'), { kind: 'open' }], public: true },
  { name: 'a tile in hand', seats: two, seed: 6, play: { plies: 60, until: 'pair', seat: 0, level: 'samurai' } },
  { name: 'placing', seats: two, drawn: SMALL, moves: ['take c2', 'shrine'] },
  { name: 'a game that is over', seats: [person('Ana'), bot()], seed: 5, play: { end: true, level: 'apprentice' } },
];
