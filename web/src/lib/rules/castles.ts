/** The castles that come with the game, read from their drawings in the Python package. */
const files = import.meta.glob<string>('../../../../src/tenshu/dragon_castle/castles/*.txt', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export interface Castle {
  readonly key: string;
  readonly players: readonly number[];
  readonly heights: readonly (readonly number[])[];
}

export function readCastle(key: string, text: string): Castle {
  const lines = text.replaceAll('\r', '').split('\n');
  const empty = lines.findIndex((line) => line.trim() === '');
  const players = /^players:(.*)$/m.exec(text)?.[1]?.trim().split(/\s+/).map(Number) ?? [];
  const rows = lines.slice(empty + 1).filter((line) => /^[.1-9]+\s*$/.test(line));
  return { key, players, heights: rows.map((row) => [...row.trim()].map((sign) => (sign === '.' ? 0 : Number(sign)))) };
}

const least = ({ players }: Castle): number => players[0] ?? 9;

export const CASTLES: readonly Castle[] = Object.entries(files)
  .map(([path, text]) => readCastle(/([^/]+)\.txt$/.exec(path)?.[1] ?? path, text))
  .sort((a, b) => Number(b.key.startsWith('basic')) - Number(a.key.startsWith('basic')) || least(a) - least(b));
