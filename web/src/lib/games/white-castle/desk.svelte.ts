/** What every part of the table needs to know to draw and to name itself; the board makes it once and hands it down. */
import { getContext, setContext } from 'svelte';
import type { Preview } from '../../protocol/types';
import type { SeatInfo } from '../game';
import type { Choosing } from './choosing.svelte';
import type { Choice, Place } from './moves';
import { coinsOf } from './previews';
import { nameOfPlace, spoken } from './spoken';
import { deciderOf, type Die, type PlayerView, readDie, type Scores, topOf, type View } from './view';

export interface DeskFacts {
  readonly view: View;
  readonly scores: Scores;
  readonly names: readonly SeatInfo[];
  readonly seats: readonly number[];
  /** The seat whose domain lies in front. */
  readonly home: number;
  /** Somebody at this screen decides now. */
  readonly mine: boolean;
  readonly previews: Readonly<Record<string, Preview>>;
  /** Places that light up: what is being shown, a line of the log, a hint. */
  readonly lit: ReadonlySet<Place>;
  /** Where a rival was last. */
  readonly last: ReadonlySet<Place>;
  /** Pieces in the air: their places are drawn without them. */
  readonly away: ReadonlySet<string>;
  readonly blamed: ReadonlySet<string>;
  /** Cards in words instead of icons. */
  readonly plain: boolean;
  readonly narrow: boolean;
}

export class Desk {
  readonly #told: () => DeskFacts;
  readonly choosing: Choosing;

  constructor(choosing: Choosing, told: () => DeskFacts) {
    this.choosing = choosing;
    this.#told = told;
  }

  get view(): View {
    return this.#told().view;
  }
  get scores(): Scores {
    return this.#told().scores;
  }
  get home(): number {
    return this.#told().home;
  }
  get mine(): boolean {
    return this.#told().mine;
  }
  get plain(): boolean {
    return this.#told().plain;
  }
  get narrow(): boolean {
    return this.#told().narrow;
  }
  get lit(): ReadonlySet<Place> {
    return this.#told().lit;
  }
  get away(): ReadonlySet<string> {
    return this.#told().away;
  }
  get names(): readonly SeatInfo[] {
    return this.#told().names;
  }

  /** The die in hand, and the end it came from. */
  readonly hand: (Die & { text: string; from: string }) | null = $derived.by(() => {
    const top = topOf(this.view);
    return top?.put === undefined ? null : { ...readDie(top.put), text: top.put, from: top.from ?? '' };
  });

  readonly decider: number | null = $derived.by(() => deciderOf(this.view));

  /** The player whose pieces a choice moves. */
  readonly actor: number = $derived.by(() => this.view.turn.player ?? this.home);

  player(seat: number): PlayerView | undefined {
    return this.view.players[seat];
  }

  name(seat: number | null): string {
    return seat === null ? '' : (this.names[seat]?.name ?? '');
  }

  isYou(seat: number): boolean {
    const { seats } = this.#told();
    return seats.length === 1 && seats.includes(seat);
  }

  offer(place: Place): readonly Choice[] {
    return this.choosing.offers.get(place) ?? [];
  }

  /** The place that is chosen or looked at. */
  readonly focusOf: Place | null = $derived.by(() => this.choosing.considered?.path[0] ?? null);

  /** What putting the die here gains or costs in coins, as the server told it; undefined until it has, or where no die is put. */
  coins(place: Place): number | undefined {
    const [choice] = this.offer(place);
    if (choice?.verb !== 'put') return undefined;
    return coinsOf(this.#told().previews[choice.move], this.actor);
  }

  /** The classes of a place. */
  state(place: Place): string {
    const told = this.#told();
    const { choosing } = this;
    const chosen = choosing.path.includes(place) || this.focusOf === place;
    return [
      choosing.offers.has(place) ? 'offered' : '',
      chosen ? 'chosen' : '',
      told.lit.has(place) ? 'lit' : '',
      told.last.has(place) ? 'last' : '',
      told.blamed.has(place) ? 'blamed' : '',
      choosing.shaken === place ? 'shaken' : '',
    ]
      .filter(Boolean)
      .join(' ');
  }

  /** It has been chosen and waits to be confirmed. */
  waits(place: Place): boolean {
    return this.choosing.candidate !== null && this.focusOf === place;
  }

  /** Reached by Tab only where it can be chosen; arrow keys reach everything. */
  tab(place: Place): 0 | -1 {
    return this.choosing.offers.has(place) ? 0 : -1;
  }

  title(place: Place): string {
    return nameOfPlace(place, this.view);
  }

  /** The same in two parts: the name, and what there is to know. */
  told(place: Place): { title: string; text: string } {
    const [title, label] = [this.title(place), this.label(place)];
    return { title, text: label.startsWith(`${title}. `) ? label.slice(title.length + 2) : label };
  }

  /** A place with everything a person should hear about it before choosing. */
  label(place: Place): string {
    return spoken(place, {
      view: this.view,
      seat: this.actor,
      names: this.names,
      offered: this.choosing.offers.has(place),
      coins: this.coins(place),
      hand: this.hand,
    });
  }
}

const KEY = Symbol('desk');
export const putDesk = (desk: Desk): Desk => setContext(KEY, desk);
export const useDesk = (): Desk => getContext<Desk>(KEY);
