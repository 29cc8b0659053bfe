/** Dragon Castle, for the tests that are for all games. */
import type { GameTests } from '../house/game';
import * as pictures from './pictures';
import { scenes } from './scenes';
import { stops } from './stops';

export const dragonCastle: GameTests = { scenes, stops, pictures };
