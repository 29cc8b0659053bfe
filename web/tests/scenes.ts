/** Every scene of every game; a worker lays them all before its server starts. */
import type { Scene } from './house/scenes';

export const SCENES: readonly Scene[] = [];
