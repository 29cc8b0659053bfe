/** What is to be seen of an event: what flies from where to where, and which places light up. It retells; it decides nothing. */
import type { GameEvent } from '../../protocol/types';
import { type Place, spacePlace } from './moves';
import { type Die, readDie } from './view';

export interface Flight {
  readonly what: 'die' | 'courtiers' | 'gardeners' | 'warriors' | 'card' | 'heron';
  readonly seat: number;
  readonly die?: Die;
  /** Anchors as the drawn elements carry them; the first that is there counts. */
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** The place drawn without the piece while it flies. */
  readonly hides?: Place;
}

export interface Seen {
  readonly flight: Flight | null;
  readonly lights: readonly Place[];
  readonly sound: 'die' | 'paper' | 'piece' | 'gain' | 'drum' | 'drop' | 'lantern' | null;
  /** Figures that rise from a player's stock: effect texts such as `2f`. */
  readonly gains: readonly string[];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Goods of an event, as effect texts. */
export const gainsOf = (event: GameEvent): string[] =>
  Array.isArray(event.gains) ? event.gains.filter((gain): gain is string => typeof gain === 'string') : [];

const NOTHING: Seen = { flight: null, lights: [], sound: null, gains: [] };

/** `rival` is the seat of the visiting clan in a solo game: its events name none. */
export function seenOf(event: GameEvent, rival: number | null): Seen {
  const seat = typeof event.seat === 'number' ? event.seat : (rival ?? 0);
  const member = (what: 'courtiers' | 'gardeners' | 'warriors', place: Place): Seen => ({
    ...NOTHING,
    flight: {
      what,
      seat,
      from: [`member:${what}:${String(seat)}`, `player:${String(seat)}`],
      to: [`pieces:${place}`, `place:${place}`],
    },
    lights: [place],
    sound: 'piece',
  });
  switch (event.event) {
    case 'die-taken':
      return {
        ...NOTHING,
        flight: {
          what: 'die',
          seat,
          die: readDie(text(event.die)),
          from: [`die:${text(event.colour)}:${text(event.side)}`],
          to: ['hand', `player:${String(seat)}`],
        },
        lights: [`die:${text(event.colour)}:${text(event.side)}`],
        sound: 'gain',
      };
    case 'die-placed':
    case 'rival-placed': {
      const die = readDie(text(event.die));
      const place = spacePlace(text(event.space), die.colour);
      return {
        ...NOTHING,
        flight: {
          what: 'die',
          seat,
          die,
          from:
            event.side === undefined ? ['hand', `player:${String(seat)}`] : [`die:${die.colour}:${text(event.side)}`],
          to: [`slot:${place}`, `player:${String(seat)}`],
          hides: place,
        },
        lights: [place],
        sound: place === 'well' ? 'drop' : 'die',
      };
    }
    case 'audience':
    case 'rival-audience':
      return member('courtiers', 'gate');
    case 'gardener-sent':
    case 'rival-gardener':
      return member('gardeners', `garden:${text(event.garden)}`);
    case 'warrior-sent':
    case 'rival-warrior':
      return member('warriors', `yard:${text(event.yard)}`);
    case 'climbed':
    case 'rival-climbed': {
      const [from, to] = [spacePlace(text(event.from)), spacePlace(text(event.to))];
      return {
        ...NOTHING,
        flight: {
          what: 'courtiers',
          seat,
          from: [`pieces:${from}`, `player:${String(seat)}`],
          to: [`pieces:${to}`, `place:${to}`],
        },
        lights: [to],
        sound: 'piece',
      };
    }
    case 'card-taken':
    case 'card-removed':
    case 'refilled':
      return { ...NOTHING, lights: [`room:${text(event.room)}`], sound: 'paper' };
    case 'card-turned':
    case 'rival-turned':
    case 'pair-chosen':
      return { ...NOTHING, sound: 'paper' };
    case 'row-used':
      return { ...NOTHING, lights: [`row:${text(event.room)}:${String(event.row)}`], sound: 'paper' };
    case 'line-used':
      return { ...NOTHING, lights: [`line:${text(event.line)}`], sound: 'paper' };
    case 'favour-taken':
    case 'rival-favour-taken':
      return { ...NOTHING, lights: [`favour:${text(event.place)}`], sound: 'piece' };
    case 'lantern':
      return { ...NOTHING, lights: [`lantern:${String(seat)}`], sound: 'lantern' };
    case 'checkpoint-paid':
    case 'steps-lost':
    case 'round-ended':
    case 'dice-rolled':
    case 'game-over':
      return { ...NOTHING, sound: 'drum' };
    case 'influence':
    case 'rival-influence':
      return { ...NOTHING, lights: [`track:${String(event.to)}`], sound: 'gain' };
    case 'gains':
    case 'rival-gained':
      return { ...NOTHING, sound: 'gain', gains: gainsOf(event) };
    default:
      return NOTHING;
  }
}
