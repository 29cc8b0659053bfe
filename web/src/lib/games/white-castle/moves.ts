/**
 * Legal moves as things to point at. A place is a short text (`room:steward-1`, `row:steward-1:2`, `line:coral`), the same that the
 * drawn element carries as `data-place`. A move is a path of places: nearly always one; a climb is the room entered, then the courtier that goes, and
 * the second is asked only where several could. No rule lives here: what is not in the list cannot be chosen.
 */
import { type Colour, readDie, topOf, type View } from './view';

export type Place = string;

export interface Choice {
  readonly move: string;
  readonly verb: string;
  readonly path: readonly Place[];
}

export type Area = 'garden' | 'castle' | 'yards' | 'domain' | 'bar';

const AREAS: Readonly<Record<string, Area>> = {
  die: 'garden',
  garden: 'garden',
  room: 'castle',
  row: 'castle',
  outside: 'castle',
  gate: 'castle',
  daimyo: 'castle',
  favour: 'castle',
  start: 'castle',
  yard: 'yards',
  well: 'yards',
  line: 'domain',
};

export const kindOfPlace = (place: Place): string => place.split(':')[0] ?? '';
export const areaOf = (place: Place): Area => AREAS[kindOfPlace(place)] ?? 'bar';

const SPACES: Readonly<Record<string, Place>> = {
  'outside-left': 'outside:left',
  'outside-right': 'outside:right',
  well: 'well',
  gate: 'gate',
  daimyo: 'daimyo',
};

/** A space of the formats as a place; `domain` is the line of the die that is put. */
export const spacePlace = (space: string, colour?: Colour): Place =>
  space === 'domain' ? `line:${colour ?? ''}` : (SPACES[space] ?? `room:${space}`);

const GRAMMAR: Readonly<Record<string, (words: readonly string[], colour?: Colour) => Place[]>> = {
  start: ([card = '']) => [`start:${card}`],
  die: ([colour = '', end = '']) => [`die:${colour}:${end}`],
  put: ([space = ''], colour) => [spacePlace(space, colour)],
  do: (words) => [`effect:${words.join(' ')}`],
  gate: () => ['gate'],
  climb: ([from = '', to = '']) => [spacePlace(to), `from:${from}`],
  garden: ([card = '']) => [`garden:${card}`],
  yard: ([iron = '']) => [`yard:${iron}`],
  row: ([room = '', row = '']) => [`row:${room}:${row}`],
  light: ([row = '']) => [`light:${row}`],
  favour: ([side = '']) => [`favour:${side}`],
  line: ([colour = '']) => [`line:${colour}`],
  gain: ([resource = '']) => [`gain:${resource}`],
  room: ([room = '']) => [`room:${room}`],
  trade: ([what = '']) => [`trade:${what}`],
};

export function readMove(move: string, view?: View): Choice {
  const [verb = '', ...words] = move.split(' ');
  const put = view ? topOf(view)?.put : undefined;
  const colour = put === undefined ? undefined : readDie(put).colour;
  return { move, verb, path: GRAMMAR[verb]?.(words, colour) ?? [`button:${verb}`] };
}

/** The choices that go on from a path. */
export const following = (choices: readonly Choice[], path: readonly Place[]): Choice[] =>
  choices.filter((choice) => path.every((place, index) => choice.path[index] === place));

/** What can be pointed at next, after a path, with the choices each leads to. */
export function offered(choices: readonly Choice[], path: readonly Place[] = []): Map<Place, Choice[]> {
  const found = new Map<Place, Choice[]>();
  for (const choice of following(choices, path)) {
    const next = choice.path[path.length];
    if (next !== undefined) found.set(next, [...(found.get(next) ?? []), choice]);
  }
  return found;
}

/** The move a place completes, or the path it leads further to; undefined where it is not offered. */
export function follow(
  choices: readonly Choice[],
  path: readonly Place[],
  place: Place,
): { move: string } | { path: Place[] } | undefined {
  const next = [...path, place];
  const left = following(choices, next);
  const [only] = left;
  if (!only) return undefined;
  return left.length === 1 ? { move: only.move } : { path: next };
}

/** How many places of each area can be chosen: the figures on the tabs of a small screen. */
export function counted(places: Iterable<Place>): Record<Area, number> {
  const sums: Record<Area, number> = { garden: 0, castle: 0, yards: 0, domain: 0, bar: 0 };
  for (const place of places) sums[areaOf(place)] += 1;
  return sums;
}

/** The move that was meant by pointing at a place that is not offered: the server then says why it cannot be. */
export function meant(place: Place, view: View, choices: readonly Choice[]): string | undefined {
  const [kind = '', name = '', detail = ''] = place.split(':');
  const verbs = new Set(choices.map(({ verb }) => verb));
  const putting = topOf(view)?.put !== undefined;
  switch (kind) {
    case 'die':
      return `die ${name} ${detail}`;
    case 'room': {
      if (putting) return `put ${name}`;
      if (verbs.has('room')) return `room ${name}`;
      const from = choices.find(({ verb }) => verb === 'climb')?.path[1]?.split(':')[1] ?? 'gate';
      return topOf(view)?.courtier ? `climb ${from} ${name}` : `put ${name}`;
    }
    case 'row':
      return putting ? `put ${name}` : `row ${name} ${detail}`;
    case 'outside':
      return `put outside-${name}`;
    case 'well':
      return 'put well';
    case 'line':
      return putting ? 'put domain' : `line ${name}`;
    case 'garden':
    case 'yard':
    case 'favour':
    case 'gain':
      return `${kind} ${name}`;
    case 'gate':
      return 'gate';
    default:
      return undefined;
  }
}
