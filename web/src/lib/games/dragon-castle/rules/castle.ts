/** A castle as its drawing tells it: docs/layouts.md has the form. */

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

/** The basic ones first, then by the number of players. */
export const inOrder = (castles: readonly Castle[]): Castle[] =>
  [...castles].sort(
    (a, b) => Number(b.key.startsWith('basic')) - Number(a.key.startsWith('basic')) || least(a) - least(b),
  );
