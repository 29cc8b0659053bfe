/** Moments of The White Castle that tests and pictures begin at. */
import { bot, person, type Scene, type SceneSeat } from '../house/scenes';
import { GAME } from './board';

const two = [person('Ana'), person('Bea')];
/** Drawn as in the rule cases: what is not said is the plain position, Ana's turn in round 1 with something of everything. */
const white = (name: string, drawn: object = {}, seats: readonly SceneSeat[] = two): Scene => ({
  name,
  game: GAME,
  seats,
  drawn,
});
/** Five dice left in round 3: a turn for each, and the game is over. */
const LAST = {
  round: 3,
  bridges: { coral: '1 5', black: '2 6', white: '. 6' },
  me: { courtiers: 'gate steward-1', pearl: 7 },
  seat1: { warriors: '5', influence: 3 },
};

export const scenes: readonly Scene[] = [
  white('a die to choose'),
  white('a chain to see'),
  white('a chain to take back'),
  white('something to decline'),
  white('a card to reveal', { me: { courtiers: 'gate*2', pearl: 7 } }),
  white('a climb to the Daimyo', { me: { courtiers: 'diplomat-1 diplomat-2', pearl: 7 } }),
  white('too few coins', { me: { coins: 0, seals: 0 } }),
  white('a white table to watch'),
  white('a white table to reload'),
  white('a white table in two languages'),
  white('a white table to explain'),
  white('a white table for a hint', {}, [person('Ana'), bot()]),
  white('a turn to confirm'),
  white('a white table to see move'),
  white('the last turns at one screen', LAST, [person('Ana'), { kind: 'here', name: 'Bo' }]),
  {
    name: 'four white clans',
    game: GAME,
    seats: [person('Ana'), bot(), bot(), bot()],
    seed: 4,
    play: { plies: 60, until: 'die', seat: 0 },
  },
  { name: 'a white die in hand', game: GAME, seats: two, seed: 6, play: { plies: 40, until: 'put', seat: 0 } },
  // Led there by hand: the computer's taste may change.
  { ...white('a white chain'), moves: ['die coral left', 'put steward-2'] },
  { name: 'a white beginning', game: GAME, seats: two, seed: 3 },
  { name: 'a white visit', game: GAME, seats: [person('Ana')], seed: 2, play: { plies: 18, until: 'put', seat: 0 } },
  { name: 'a white game that is over', game: GAME, seats: [person('Ana'), bot()], seed: 5, play: { end: true } },
];
