/**
 * Legal moves as things to point at. A move is a path of targets (a hand tile, then a cell; a spirit, then its payment); choosing is
 * walking down the tree of all legal paths. No rule lives here: what is not in the list cannot be chosen.
 */

export type Target =
  | { kind: 'castle'; cell: string }
  | { kind: 'realm'; cell: string }
  | { kind: 'hand'; tile: string }
  | { kind: 'type'; type: string }
  | { kind: 'spirit'; spirit: string }
  | { kind: 'pool' }
  | { kind: 'button'; name: string };

export interface Choice {
  readonly move: string;
  readonly verb: string;
  readonly path: readonly Target[];
}

const castle = (cell = ''): Target => ({ kind: 'castle', cell });
const realm = (cell = ''): Target => ({ kind: 'realm', cell });

const GRAMMAR: Readonly<Record<string, (words: string[]) => Target[]>> = {
  take: ([cell]) => [castle(cell)],
  pair: ([cell]) => [castle(cell)],
  destroy: ([cell]) => [castle(cell)],
  place: ([tile = '', cell]) => [{ kind: 'hand', tile }, realm(cell)],
  consolidate: ([cell]) => [realm(cell)],
  build: ([cell]) => [realm(cell)],
  flip: ([cell]) => [realm(cell)],
  set: ([cell]) => [realm(cell)],
  carry: ([from, to]) => [realm(from), realm(to)],
  move: ([from, to]) => [realm(from), realm(to)],
  as: ([cell, type = '']) => [realm(cell), { kind: 'type', type }],
  spirit: ([spirit = '', payment]) => [
    { kind: 'spirit', spirit },
    payment === 'shrine' ? { kind: 'pool' } : realm(payment),
  ],
};

export function readMove(move: string): Choice {
  const [verb = '', ...words] = move.split(' ');
  const path = GRAMMAR[verb]?.(words) ?? [{ kind: 'button', name: verb }];
  return { move, verb, path };
}

export const keyOf = (target: Target): string => Object.values(target).join(':');
export const same = (a: Target, b: Target): boolean => keyOf(a) === keyOf(b);

/** The choices that begin with a path. */
export const following = (choices: readonly Choice[], path: readonly Target[]): Choice[] =>
  choices.filter((choice) => path.every((target, index) => choice.path[index] && same(choice.path[index], target)));

/** What can be pointed at next, after a path, with the choices it leads to. */
export interface Offered {
  readonly castle: ReadonlyMap<string, Choice[]>;
  readonly realm: ReadonlyMap<string, Choice[]>;
  readonly spirits: ReadonlyMap<string, Choice[]>;
  readonly types: ReadonlyMap<string, Choice[]>;
  readonly buttons: ReadonlyMap<string, Choice>;
  readonly pool: Choice | undefined;
  readonly hand: readonly string[];
}

/**
 * `hand` is the tile in hand that is being placed: its cells are offered at once, the other tiles only as tiles to change to.
 */
export function offered(choices: readonly Choice[], path: readonly Target[], hand?: string): Offered {
  const found = {
    castle: new Map<string, Choice[]>(),
    realm: new Map<string, Choice[]>(),
    spirits: new Map<string, Choice[]>(),
    types: new Map<string, Choice[]>(),
    buttons: new Map<string, Choice>(),
    pool: undefined as Choice | undefined,
    hand: [] as string[],
  };
  const add = (map: Map<string, Choice[]>, key: string, choice: Choice) =>
    map.set(key, [...(map.get(key) ?? []), choice]);
  for (const choice of following(choices, path)) {
    let next = choice.path[path.length];
    if (next?.kind === 'hand') {
      if (!found.hand.includes(next.tile)) found.hand.push(next.tile);
      if (next.tile !== hand) continue;
      next = choice.path[path.length + 1];
    }
    if (!next) continue;
    if (next.kind === 'castle') add(found.castle, next.cell, choice);
    else if (next.kind === 'realm') add(found.realm, next.cell, choice);
    else if (next.kind === 'spirit') add(found.spirits, next.spirit, choice);
    else if (next.kind === 'type') add(found.types, next.type, choice);
    else if (next.kind === 'pool') found.pool = choice;
    else if (next.kind === 'button') found.buttons.set(next.name, choice);
  }
  return found;
}

/** The move a target completes, or the path it leads further to. */
export function follow(
  choices: readonly Choice[],
  path: readonly Target[],
  target: Target,
  hand?: string,
): { move: string } | { path: Target[] } | undefined {
  const withHand = target.kind === 'realm' && path.length === 0 && hand !== undefined;
  for (const next of withHand
    ? [
        [...path, { kind: 'hand', tile: hand } as Target, target],
        [...path, target],
      ]
    : [[...path, target]]) {
    const left = following(choices, next);
    const whole = left.find((choice) => choice.path.length === next.length);
    if (whole) return { move: whole.move };
    if (left.length > 0) return { path: next };
  }
  return undefined;
}

/** The catalogue's key for what is asked now, read from the moves and the turn the server told. */
export function askedKey(choices: readonly Choice[], doing: string | undefined): string {
  const has = (verb: string) => choices.some((choice) => choice.verb === verb);
  if (doing) return `ask.${doing}`;
  if (has('take')) return has('summon') ? 'ask.action.summon' : 'ask.action';
  if (has('summon')) return 'ask.action.only-summon';
  if (has('pair') || has('shrine') || has('discard')) return 'ask.complete';
  if (has('place')) return 'ask.place';
  if (has('consolidate')) return 'ask.consolidate';
  return 'ask.end';
}

export type StepOfTurn = 'take' | 'place' | 'build';

/** Which of the three parts of a turn it is, for "step 2 of 3". */
export function stepOfTurn(choices: readonly Choice[], doing: string | undefined): StepOfTurn {
  const verbs = new Set(choices.map((choice) => choice.verb));
  if (doing === 'build' || doing === 'faith' || verbs.has('consolidate') || verbs.has('end')) return 'build';
  return verbs.has('place') ? 'place' : 'take';
}
