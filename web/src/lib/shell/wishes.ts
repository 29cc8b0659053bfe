/** What a person wishes for at a new table, and how it is said to the server. */
import type { Clock, SeatWish, Table, TableWish, Takebacks } from '../protocol/types';

export type CardWish = { kind: 'none' } | { kind: 'random'; count: number } | { kind: 'chosen'; names: string[] };

export interface Wishes {
  game: string;
  seats: SeatWish[];
  /** null: the basic castle for so many. */
  layout: string | null;
  spirits: CardWish;
  dragons: CardWish;
  first: number | 'random';
  clock: Clock;
  hints: boolean;
  takebacks: Takebacks;
  chat: boolean;
  public: boolean;
}

export const USUAL_LEVEL = 'apprentice';
export const MOST_SEATS = 4;

export const usualWishes = (): Wishes => ({
  game: 'dragon-castle',
  seats: [{ kind: 'me' }, { kind: 'bot', level: USUAL_LEVEL }],
  layout: null,
  spirits: { kind: 'none' },
  dragons: { kind: 'none' },
  first: 'random',
  clock: null,
  hints: true,
  takebacks: 'free',
  chat: true,
  public: false,
});

export function cardsOption(wish: CardWish, leftOut: readonly string[] = []): string | string[] {
  if (wish.kind === 'random') return `random:${String(wish.count)}`;
  if (wish.kind === 'chosen') return wish.names.filter((name) => !leftOut.includes(name));
  return [];
}

export function tableWish(wishes: Wishes, notInSolo: readonly string[] = ['power']): TableWish {
  const solo = wishes.seats.length === 1;
  const options: Record<string, unknown> = {
    spirits: cardsOption(wishes.spirits),
    dragons: cardsOption(wishes.dragons, solo ? notInSolo : []),
  };
  if (wishes.layout !== null) options.layout = wishes.layout;
  if (!solo && wishes.first !== 'random' && wishes.first < wishes.seats.length) options.first = wishes.first;
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

export const againstComputer = (rivals: number, level: string): Wishes => ({
  ...usualWishes(),
  seats: [{ kind: 'me' }, ...Array.from({ length: rivals }, (): SeatWish => ({ kind: 'bot', level }))],
});

export const withFriends = (seats: number): Wishes => ({
  ...usualWishes(),
  seats: [{ kind: 'me' }, ...Array.from({ length: seats - 1 }, (): SeatWish => ({ kind: 'open' }))],
  takebacks: 'agree',
});

export const onOneScreen = (names: readonly string[]): Wishes => ({
  ...usualWishes(),
  seats: [{ kind: 'me' }, ...names.map((name): SeatWish => ({ kind: 'here', name }))],
});

export const alone = (): Wishes => ({ ...usualWishes(), seats: [{ kind: 'me' }] });

/** Seats of a form when somebody asks for more or fewer. */
export function resized(seats: readonly SeatWish[], count: number): SeatWish[] {
  const more = Array.from({ length: Math.max(0, count - seats.length) }, (): SeatWish => {
    const last = seats.at(-1);
    return last && last.kind !== 'me' ? { ...last } : { kind: 'bot', level: USUAL_LEVEL };
  });
  return [...seats.slice(0, count), ...more];
}

/** What is kept from the last time, if it still makes sense. */
export function sane(
  found: Wishes,
  known: { layouts: readonly string[]; spirits: readonly string[]; dragons: readonly string[] },
): Wishes {
  const usual = usualWishes();
  const seats =
    Array.isArray(found.seats) && found.seats.length >= 1 && found.seats.length <= MOST_SEATS
      ? found.seats
      : usual.seats;
  const cards = (wish: CardWish, names: readonly string[]): CardWish =>
    wish.kind === 'chosen' ? { kind: 'chosen', names: wish.names.filter((name) => names.includes(name)) } : wish;
  return {
    ...found,
    seats: seats.some((seat) => seat.kind === 'me') ? seats : [{ kind: 'me' }, ...seats.slice(1)],
    layout: found.layout !== null && known.layouts.includes(found.layout) ? found.layout : null,
    spirits: cards(found.spirits, known.spirits),
    dragons: cards(found.dragons, known.dragons),
  };
}

/** The castle a table is played in. */
export function layoutOf(
  table: Pick<Table, 'options' | 'seats'>,
  basic: Readonly<Record<string, string>>,
): string | undefined {
  const { layout } = table.options;
  return typeof layout === 'string' ? layout : basic[String(table.seats.length)];
}
