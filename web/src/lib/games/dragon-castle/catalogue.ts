/** What the server lets one choose for this game. */

export interface Layout {
  readonly name: string;
  readonly players: readonly number[];
  readonly heights: readonly (readonly number[])[];
}

export interface Catalogue {
  readonly layouts: readonly Layout[];
  /** The castle that is taken when none is named, by the number of players. */
  readonly basic: Readonly<Record<string, string>>;
  readonly spirits: readonly string[];
  readonly dragons: readonly string[];
  readonly not_in_solo: readonly string[];
}

export const read = (catalogue: unknown): Catalogue | undefined => catalogue as Catalogue | undefined;

/** Cards of one kind as an option names them: a list, or so many by lot. */
export type CardWish = { kind: 'none' } | { kind: 'random'; count: number } | { kind: 'chosen'; names: string[] };

export function cardWish(option: unknown): CardWish {
  if (Array.isArray(option) && option.length > 0) return { kind: 'chosen', names: option.map(String) };
  const count = Number(/^random:(\d+)$/.exec(String(option))?.[1] ?? 0);
  return count > 0 ? { kind: 'random', count } : { kind: 'none' };
}

export const cardOption = (wish: CardWish): string | string[] =>
  wish.kind === 'random' ? `random:${String(wish.count)}` : wish.kind === 'chosen' ? wish.names : [];
