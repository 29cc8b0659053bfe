/** Every scene of every game; a worker lays them all before its server starts. */
import { spiritScenes } from './dragon-castle/spirits';
import type { Scene } from './house/scenes';

export const SCENES: readonly Scene[] = [...spiritScenes];
