/**
 * Events retold on the view: what the table looks like after each single event of a step, so that a move can be watched piece by
 * piece. It repeats what the server said happened; it decides nothing, and at the end of a step the server's view is shown.
 */
import { SHRINE } from './board/stacks';
import type { GameEvent } from '../../protocol/types';
import type { PlayerView, View } from './view';

/** A place on the table where things lie, come from and go to. */
export type Place =
  | { at: 'castle'; cell: string; floor: number }
  | { at: 'realm'; seat: number; cell: string; level: number }
  | { at: 'hand'; seat: number }
  | { at: 'pool'; seat: number }
  | { at: 'score'; seat: number }
  | { at: 'supply' }
  | { at: 'track' }
  | { at: 'dragon' }
  | { at: 'aside'; seat: number };

export type Beat =
  | { kind: 'fly'; thing: string; from: Place; to: Place }
  | { kind: 'turn'; seat: number; cells: string[]; points: number; how: string }
  | { kind: 'flip'; seat: number; cell: string }
  | { kind: 'uncover'; cell: string; floor: number; tile: string }
  | { kind: 'build'; seat: number; cell: string; level: number }
  | { kind: 'call'; seat: number; spirit: string }
  | { kind: 'herald'; what: 'final-round' | 'game-over' };

/** An event with its facts as the table of events in docs/formats.md names them. */
interface Facts {
  seat: number;
  tile: string;
  cell: string;
  floor: number;
  cells: string[];
  points: number;
  how: string;
  from: string;
  to: string;
  spirit: string;
  left: number;
}

const factsOf = (event: GameEvent): Facts => event as unknown as Facts;

const clone = (view: View): View => ({
  ...view,
  castle: { ...view.castle },
  players: view.players.map((player) => ({ ...player, realm: { ...player.realm } })),
  turn: { ...view.turn },
  unseen: { ...view.unseen },
  ...(view.ingenuity ? { ingenuity: { ...view.ingenuity } } : {}),
});

function lift(stacks: Record<string, string[]>, cell: string): string | undefined {
  const stack = stacks[cell] ?? [];
  const rest = stack.slice(0, -1);
  if (rest.length > 0) stacks[cell] = rest;
  else Reflect.deleteProperty(stacks, cell);
  return stack.at(-1);
}

const put = (stacks: Record<string, string[]>, cell: string, piece: string) => {
  stacks[cell] = [...(stacks[cell] ?? []), piece];
};

const turnTop = (stacks: Record<string, string[]>, cell: string) => {
  const tile = lift(stacks, cell);
  if (tile !== undefined) put(stacks, cell, tile.toLowerCase());
};

const without = (tiles: readonly string[] | undefined, tile: string): string[] => {
  const left = [...(tiles ?? [])];
  const index = left.indexOf(tile);
  if (index >= 0) left.splice(index, 1);
  return left;
};

type Retold = (view: View, facts: Facts, player: PlayerView | undefined) => void;

const RETOLD: Readonly<Record<string, Retold>> = {
  taken: (view, { tile, cell }) => {
    lift(view.castle, cell);
    view.turn.hand = [...(view.turn.hand ?? []), tile];
  },
  uncovered: (view, { tile, cell }) => {
    lift(view.castle, cell);
    put(view.castle, cell, tile);
    const left = (view.unseen[tile] ?? 1) - 1;
    if (left > 0) view.unseen[tile] = left;
    else Reflect.deleteProperty(view.unseen, tile);
  },
  'shrine-gained': (view, _, player) => {
    view.supply -= 1;
    if (player) player.shrines += 1;
  },
  discarded: (view, { tile, points }, player) => {
    view.turn.hand = without(view.turn.hand, tile);
    if (!player) return;
    player.vp += points;
    player.discarded = [...player.discarded, tile];
  },
  'token-taken': (view, { left }, player) => {
    view.countdown = left;
    if (player) player.tokens += 1;
  },
  placed: (view, { tile, cell }, player) => {
    view.turn.hand = without(view.turn.hand, tile);
    if (player) put(player.realm, cell, tile);
  },
  'set-turned': (_, { cells, points }, player) => {
    if (!player) return;
    player.vp += points;
    for (const cell of cells) turnTop(player.realm, cell);
  },
  'shrine-built': (_, { cell }, player) => {
    if (!player) return;
    player.shrines -= 1;
    put(player.realm, cell, SHRINE);
  },
  'shrine-paid': (view, _, player) => {
    view.supply += 1;
    if (player) player.shrines -= 1;
  },
  'tile-paid': (_, { tile, cell }, player) => {
    if (!player) return;
    lift(player.realm, cell);
    player.discarded = [...player.discarded, tile];
  },
  destroyed: (view, { tile, cell }, player) => {
    lift(view.castle, cell);
    if (player) player.discarded = [...player.discarded, tile];
  },
  flipped: (_, { cell }, player) => {
    if (player) turnTop(player.realm, cell);
  },
  'shrine-carried': (_, { from, to }, player) => {
    if (!player) return;
    lift(player.realm, from);
    put(player.realm, to, SHRINE);
  },
  moved: (_, { from, to }, player) => {
    if (!player) return;
    const tile = lift(player.realm, from);
    if (tile !== undefined) put(player.realm, to, tile);
  },
  'dragon-took': (view, { tile, cell }) => {
    lift(view.castle, cell);
    if (view.ingenuity) view.ingenuity.tiles = [...view.ingenuity.tiles, tile];
  },
  'dragon-summoned': (view, { left }) => {
    view.countdown = left;
    if (view.ingenuity) view.ingenuity.tokens += 1;
  },
};

/** The view after one event. The given view is not changed. */
export function after(view: View, event: GameEvent): View {
  const facts = factsOf(event);
  const next = clone(view);
  RETOLD[event.event]?.(next, facts, next.players[facts.seat]);
  return next;
}

const levelOf = (view: View, seat: number, cell: string): number => {
  const stack = view.players[seat]?.realm[cell] ?? [];
  return stack.filter((piece) => piece !== SHRINE).length;
};

/** What there is to be seen of one event, told on the view before it. */
export function beat(view: View, event: GameEvent): Beat | undefined {
  const { seat, tile, cell, floor, cells, points, how, from, to, spirit } = factsOf(event);
  switch (event.event) {
    case 'taken':
      return { kind: 'fly', thing: tile, from: { at: 'castle', cell, floor }, to: { at: 'hand', seat } };
    case 'uncovered':
      return { kind: 'uncover', cell, floor, tile };
    case 'shrine-gained':
      return { kind: 'fly', thing: SHRINE, from: { at: 'supply' }, to: { at: 'pool', seat } };
    case 'discarded':
      return { kind: 'fly', thing: tile.toLowerCase(), from: { at: 'hand', seat }, to: { at: 'score', seat } };
    case 'token-taken':
      return { kind: 'fly', thing: 'token', from: { at: 'track' }, to: { at: 'score', seat } };
    case 'placed':
      return {
        kind: 'fly',
        thing: tile,
        from: { at: 'hand', seat },
        to: { at: 'realm', seat, cell, level: levelOf(view, seat, cell) + 1 },
      };
    case 'set-turned':
      return { kind: 'turn', seat, cells, points, how };
    case 'shrine-built':
      return { kind: 'build', seat, cell, level: levelOf(view, seat, cell) };
    case 'spirit-called':
      return { kind: 'call', seat, spirit };
    case 'shrine-paid':
      return { kind: 'fly', thing: SHRINE, from: { at: 'pool', seat }, to: { at: 'supply' } };
    case 'tile-paid':
      return {
        kind: 'fly',
        thing: tile,
        from: { at: 'realm', seat, cell, level: levelOf(view, seat, cell) },
        to: { at: 'aside', seat },
      };
    case 'destroyed':
      return { kind: 'fly', thing: tile, from: { at: 'castle', cell, floor }, to: { at: 'aside', seat } };
    case 'flipped':
      return { kind: 'flip', seat, cell };
    case 'shrine-carried':
      return {
        kind: 'fly',
        thing: SHRINE,
        from: { at: 'realm', seat, cell: from, level: levelOf(view, seat, from) },
        to: { at: 'realm', seat, cell: to, level: levelOf(view, seat, to) },
      };
    case 'moved':
      return {
        kind: 'fly',
        thing: view.players[seat]?.realm[from]?.at(-1) ?? tile,
        from: { at: 'realm', seat, cell: from, level: levelOf(view, seat, from) },
        to: { at: 'realm', seat, cell: to, level: levelOf(view, seat, to) + 1 },
      };
    case 'dragon-took':
      return { kind: 'fly', thing: tile, from: { at: 'castle', cell, floor }, to: { at: 'dragon' } };
    case 'dragon-summoned':
      return { kind: 'fly', thing: 'token', from: { at: 'track' }, to: { at: 'dragon' } };
    case 'final-round':
    case 'game-over':
      return { kind: 'herald', what: event.event };
    default:
      return undefined;
  }
}

/** Everything that lies openly somewhere: the place's name, the place, and the piece. */
function pieces(view: View): Map<string, { place: Place; thing: string }> {
  const found = new Map<string, { place: Place; thing: string }>();
  for (const [cell, stack] of Object.entries(view.castle))
    stack.forEach((thing, index) => {
      if (thing !== '?')
        found.set(`castle:${cell}:${index}`, { place: { at: 'castle', cell, floor: index + 1 }, thing });
    });
  view.players.forEach((player, seat) => {
    for (const [cell, stack] of Object.entries(player.realm))
      stack.forEach((thing, index) => {
        const level = thing === SHRINE ? index : index + 1;
        found.set(`realm:${seat}:${cell}:${index}`, { place: { at: 'realm', seat, cell, level }, thing });
      });
    for (let index = 0; index < player.shrines; index++)
      found.set(`pool:${seat}:${index}`, { place: { at: 'pool', seat }, thing: SHRINE });
  });
  (view.turn.hand ?? []).forEach((thing, index) =>
    found.set(`hand:${index}`, { place: { at: 'hand', seat: view.turn.player }, thing }),
  );
  return found;
}

/**
 * What moved between two views, without knowing how: for undo, a gap in the line, a jump in a replay. What vanished in one place and
 * appeared in another flies there; what only turned over turns.
 */
export function difference(before: View, now: View): Beat[] {
  const [was, is] = [pieces(before), pieces(now)];
  const gone: { place: Place; thing: string }[] = [];
  const come: { place: Place; thing: string }[] = [];
  const flips: Beat[] = [];
  for (const [key, piece] of was) {
    const there = is.get(key);
    if (there?.thing === piece.thing) continue;
    if (there && there.thing.toUpperCase() === piece.thing.toUpperCase() && piece.place.at === 'realm')
      flips.push({ kind: 'flip', seat: piece.place.seat, cell: piece.place.cell });
    else gone.push(piece);
  }
  for (const [key, piece] of is) {
    const there = was.get(key);
    if (!there || there.thing.toUpperCase() !== piece.thing.toUpperCase()) come.push(piece);
  }
  const flights: Beat[] = [];
  for (const piece of come) {
    const index = gone.findIndex(({ thing }) => thing.toUpperCase() === piece.thing.toUpperCase());
    const [source] = index >= 0 ? gone.splice(index, 1) : [];
    if (source) flights.push({ kind: 'fly', thing: piece.thing, from: source.place, to: piece.place });
  }
  return [...flips, ...flights];
}
