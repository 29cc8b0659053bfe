/** The White Castle, for the tests that are for all games. */
import type { GameTests } from '../house/game';
import * as pictures from './pictures';
import { scenes } from './scenes';
import { stops } from './stops';

export const whiteCastle: GameTests = { scenes, stops, pictures };
