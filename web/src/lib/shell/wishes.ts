/** What a person wishes for at a new table, and how it is said to the server. What a game lets one choose is its own affair. */
import type { Options } from '../games/game';
import type { Clock, SeatWish, TableWish, Takebacks } from '../protocol/types';

export interface Wishes {
  game: string;
  seats: SeatWish[];
  /** What was chosen, by game. */
  options: Record<string, Options>;
  clock: Clock;
  hints: boolean;
  takebacks: Takebacks;
  chat: boolean;
  public: boolean;
}

export const USUAL_LEVEL = 'apprentice';

export const usualWishes = (game: string): Wishes => ({
  game,
  seats: [{ kind: 'me' }, { kind: 'bot', level: USUAL_LEVEL }],
  options: {},
  clock: null,
  hints: true,
  takebacks: 'free',
  chat: true,
  public: false,
});

/** `options` are those that fit, as the game has looked them through. */
export function tableWish(wishes: Wishes, options: Options): TableWish {
  return {
    game: wishes.game,
    options,
    seats: wishes.seats,
    public: wishes.public && wishes.seats.some((seat) => seat.kind === 'open'),
    start: true,
    clock: wishes.clock,
    hints: wishes.hints,
    takebacks: wishes.takebacks,
    chat: wishes.chat,
  };
}

export const againstComputer = (game: string, rivals: number, level: string): Wishes => ({
  ...usualWishes(game),
  seats: [{ kind: 'me' }, ...Array.from({ length: rivals }, (): SeatWish => ({ kind: 'bot', level }))],
});

export const withFriends = (game: string, seats: number): Wishes => ({
  ...usualWishes(game),
  seats: [{ kind: 'me' }, ...Array.from({ length: seats - 1 }, (): SeatWish => ({ kind: 'open' }))],
  takebacks: 'agree',
});

export const onOneScreen = (game: string, names: readonly string[]): Wishes => ({
  ...usualWishes(game),
  seats: [{ kind: 'me' }, ...names.map((name): SeatWish => ({ kind: 'here', name }))],
});

export const alone = (game: string): Wishes => ({ ...usualWishes(game), seats: [{ kind: 'me' }] });

/** Seats of a form when somebody asks for more or fewer. */
export function resized(seats: readonly SeatWish[], count: number): SeatWish[] {
  const more = Array.from({ length: Math.max(0, count - seats.length) }, (): SeatWish => {
    const last = seats.at(-1);
    return last && last.kind !== 'me' ? { ...last } : { kind: 'bot', level: USUAL_LEVEL };
  });
  return [...seats.slice(0, count), ...more];
}

/** The nearest number of players that a game allows. */
export const nearestCount = (wanted: number, allowed: readonly number[]): number =>
  allowed.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best), allowed[0] ?? 2);

/** What is kept from the last time, if it still makes sense for the games there are. */
export function sane(found: Wishes, games: readonly string[], players: (game: string) => readonly number[]): Wishes {
  const game = games.includes(found.game) ? found.game : (games[0] ?? found.game);
  const usual = usualWishes(game);
  const seats = Array.isArray(found.seats) && found.seats.length > 0 ? found.seats : usual.seats;
  const seated = seats.some((seat) => seat.kind === 'me') ? seats : [{ kind: 'me' as const }, ...seats.slice(1)];
  const options = found.options !== null && typeof found.options === 'object' ? found.options : {};
  return { ...found, game, options, seats: resized(seated, nearestCount(seated.length, players(game))) };
}
