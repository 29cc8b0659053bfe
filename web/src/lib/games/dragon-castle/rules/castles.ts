import { type Castle, inOrder, readCastle } from './castle';

/** The castles that come with the game, read from their drawings in the Python package. */
const files = import.meta.glob<string>('../../../../../../src/tenshu/dragon_castle/castles/*.txt', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const CASTLES: readonly Castle[] = inOrder(
  Object.entries(files).map(([path, text]) => readCastle(/([^/]+)\.txt$/.exec(path)?.[1] ?? path, text)),
);
