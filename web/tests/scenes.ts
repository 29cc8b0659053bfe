/** Every scene of every game; a worker lays them all before its server starts. */
import { dragonScenes } from './dragon-castle/scenes';
import type { Scene } from './house/scenes';

export const SCENES: readonly Scene[] = [...dragonScenes];
