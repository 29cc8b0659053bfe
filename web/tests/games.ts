/** Every game that is tested; another one adds a line here. */
import { dragonCastle } from './dragon-castle/game';
import type { GameTests } from './house/game';
import { whiteCastle } from './white-castle/game';

export const GAMES: readonly GameTests[] = [dragonCastle, whiteCastle];
