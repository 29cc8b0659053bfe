/** What is to be seen of an event: what flies from where to where, and which places light up. It retells; it decides nothing. */
import type { GameEvent } from '../../protocol/types';
import type { Place } from './moves';
import { type Colour, COLOURS } from './view';

export interface Flight {
  readonly what: 'die' | 'courtiers' | 'gardeners' | 'warriors' | 'card' | 'heron';
  readonly seat: number;
  readonly die?: { readonly colour: Colour; readonly value: number };
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
const figure = (value: unknown): number => (typeof value === 'number' ? value : 0);
const colourOf = (value: unknown): Colour => COLOURS.find((colour) => colour === value) ?? 'white';

/** A space of the formats as the place that is drawn. */
export function placeOf(space: string, colour: Colour): Place {
  if (space === 'domain') return `line:${colour}`;
  if (space === 'outside-left') return 'outside:left';
  if (space === 'outside-right') return 'outside:right';
  if (['well', 'gate', 'daimyo'].includes(space)) return space;
  return `room:${space}`;
}

const piecesAt = (space: string): string => (space === 'gate' || space === 'daimyo' ? space : space);

export function seenOf(event: GameEvent, rival: number | null): Seen {
  const seat = typeof event.seat === 'number' ? event.seat : (rival ?? 0);
  const nothing: Seen = { flight: null, lights: [], sound: null, gains: [] };
  const member = (what: 'courtiers' | 'gardeners' | 'warriors', to: string, place: Place): Seen => ({
    ...nothing,
    flight: {
      what,
      seat,
      from: [`member:${what}:${String(seat)}`, `player:${String(seat)}`],
      to: [`pieces:${to}`, `place:${place}`],
    },
    lights: [place],
    sound: 'piece',
  });
  switch (event.event) {
    case 'die-taken': {
      const colour = colourOf(event.colour);
      return { ...nothing, lights: [`die:${colour}:${text(event.side)}`], sound: 'gain' };
    }
    case 'die-placed':
    case 'rival-placed': {
      const colour = colourOf(event.colour);
      const place = placeOf(text(event.space), colour);
      const side = text(event.side) || text(event.from);
      return {
        ...nothing,
        flight: {
          what: 'die',
          seat,
          die: { colour, value: figure(event.value) },
          from: ['hand', ...(side ? [`die:${colour}:${side}`] : []), `die:${colour}:left`, `die:${colour}:right`],
          to: [place.startsWith('line:') ? `slot:${place}:${String(seat)}` : `slot:${place}`, `player:${String(seat)}`],
          hides: place,
        },
        lights: [place],
        sound: place === 'well' ? 'drop' : 'die',
      };
    }
    case 'audience':
    case 'rival-audience':
      return member('courtiers', 'gate', 'gate');
    case 'gardener-sent':
    case 'rival-gardener':
      return member(
        'gardeners',
        `garden:${text(event.garden) || text(event.card)}`,
        `garden:${text(event.garden) || text(event.card)}`,
      );
    case 'warrior-sent':
    case 'rival-warrior':
      return member('warriors', `yard:${String(event.yard)}`, `yard:${String(event.yard)}`);
    case 'climbed':
    case 'rival-climbed': {
      const [from, to] = [text(event.from) || text(event.source), text(event.to) || text(event.target)];
      const place = placeOf(to, 'white');
      return {
        ...nothing,
        flight: {
          what: 'courtiers',
          seat,
          from: [`pieces:${piecesAt(from)}`, `player:${String(seat)}`],
          to: [`pieces:${piecesAt(to)}`, `place:${place}`],
        },
        lights: [place],
        sound: 'piece',
      };
    }
    case 'card-taken':
    case 'card-turned':
    case 'refilled':
      return { ...nothing, lights: event.room ? [`room:${text(event.room)}`] : [], sound: 'paper' };
    case 'row-used':
      return { ...nothing, lights: [`row:${text(event.room)}:${String(event.row)}`], sound: 'paper' };
    case 'line-used':
      return { ...nothing, lights: [`line:${text(event.line)}`], sound: 'paper' };
    case 'favour-taken':
      return { ...nothing, lights: [`favour:${text(event.place)}`], sound: 'piece' };
    case 'lantern':
      return { ...nothing, lights: [`lantern:${String(seat)}`], sound: 'lantern' };
    case 'checkpoint-paid':
    case 'steps-lost':
      return { ...nothing, sound: 'drum' };
    case 'influence':
      return { ...nothing, lights: [`track:${String(event.to)}`], sound: 'gain' };
    case 'gains':
    case 'rival-gained':
      return { ...nothing, sound: 'gain', gains: (event.gains as string[] | undefined) ?? [] };
    case 'round-ended':
    case 'dice-rolled':
    case 'game-over':
      return { ...nothing, sound: 'drum' };
    default:
      return nothing;
  }
}
