/**
 * The show: frames of the server one after the other. Before a frame is shown, everything that will fly is found where it lies; then
 * the server's own view is shown, and copies fly from the old places to the new ones above it. It can be skipped at any moment.
 */
import { tick } from 'svelte';
import { lasts, type Pace } from '../../motion/pacing';
import type { GameEvent } from '../../protocol/types';
import { isStill, settings } from '../../settings.svelte';
import type { Frame } from '../game';
import { Air } from './air';
import { type Flight, type Seen, seenOf } from './flights';
import type { Place } from './moves';
import { sounds } from './sounds';
import type { Scores, View } from './view';

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

export class Show {
  view: View = $state.raw(undefined as unknown as View);
  scores: Scores = $state.raw(undefined as unknown as Scores);
  /** The frame whose end is shown: its moves can be chosen. */
  frame: Frame = $state.raw(undefined as unknown as Frame);
  playing = $state(false);
  away: ReadonlySet<string> = $state.raw(new Set());
  lit: ReadonlySet<Place> = $state.raw(new Set());
  /** Where the last turn of a rival took place. */
  last: ReadonlySet<Place> = $state.raw(new Set());
  /** Who is being watched at this moment. */
  teller: number | null = $state(null);

  readonly #mine: () => readonly number[];
  readonly #told: (events: readonly GameEvent[], frame: Frame) => void;
  readonly #queue: Frame[] = [];
  #air: Air | undefined;
  #skipping = false;
  #newest: number;
  #lastSeat: number | null = null;

  constructor(first: Frame, mine: () => readonly number[], told: (events: readonly GameEvent[], frame: Frame) => void) {
    this.#mine = mine;
    this.#told = told;
    this.#newest = first.serial;
    this.#set(first);
  }

  attach(root: HTMLElement, layer: HTMLElement): void {
    this.#air = new Air(root, layer);
  }

  #set(frame: Frame): void {
    this.frame = frame;
    this.view = frame.view as View;
    this.scores = frame.scores as Scores;
  }

  push(frame: Frame): void {
    if (frame.serial <= this.#newest) return;
    this.#newest = frame.serial;
    this.#queue.push(frame);
    if (!this.playing) void this.#play();
  }

  skip(): void {
    this.#skipping = true;
    this.#air?.land();
  }

  async #play(): Promise<void> {
    this.playing = true;
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
        if (next.step) this.#told(next.step.events, next);
        const quiet = this.#skipping || (typeof document !== 'undefined' && document.hidden);
        if (quiet || !next.step) this.#set(next);
        else await this.#tell(next, next.step);
        this.away = new Set();
        this.lit = new Set();
      }
    } finally {
      this.#skipping = false;
      this.playing = false;
    }
  }

  #remember(seat: number | null, own: boolean, seen: readonly Seen[]): void {
    const places = seen.flatMap(({ flight }) =>
      flight ? [...(flight.hides ? [flight.hides] : []), ...this.#place(flight)] : [],
    );
    if (own) {
      if (seat !== this.#lastSeat) this.last = new Set();
    } else this.last = new Set([...(seat === this.#lastSeat ? this.last : []), ...places]);
    this.#lastSeat = seat;
  }

  #place({ to }: Flight): Place[] {
    return to.flatMap((anchor) => (anchor.startsWith('place:') ? [anchor.slice('place:'.length)] : []));
  }

  async #tell(frame: Frame, step: NonNullable<Frame['step']>): Promise<void> {
    const own = step.seat !== null && this.#mine().includes(step.seat);
    this.teller = step.seat;
    const pace: Pace = { own, factor: settings.pace, still: isStill() };
    const rival = this.view.solo?.rival ?? null;
    const seen = step.events.map((event) => ({
      ...seenOf(event, rival),
      seat: typeof event.seat === 'number' ? event.seat : rival,
    }));
    this.#remember(step.seat, own, seen);
    const air = this.#air;
    const flights = seen.flatMap(({ flight }) => (flight ? [flight] : []));
    const starts = flights.map((flight) => (air && !pace.still ? air.find(flight.from) : undefined));
    if (!own && flights.length > 0) await this.#wait(lasts('look', pace));
    this.away = new Set(flights.flatMap(({ hides }) => (hides ? [hides] : [])));
    this.#set(frame);
    await tick();
    let flown = 0;
    for (const each of seen) {
      if (this.#skipping) break;
      this.lit = new Set(each.lights);
      if (each.flight) {
        const start = starts[flown++];
        const end = air && start ? air.find(each.flight.to) : undefined;
        if (air && start && end) await air.fly(each.flight, start, end, lasts('fly', pace));
        const { hides } = each.flight;
        if (hides) this.away = new Set([...this.away].filter((place) => place !== hides));
      }
      if (each.sound) sounds[each.sound]();
      if (!pace.still && each.seat !== null) air?.rise(each.gains, each.seat);
      if (each.lights.length > 0 || each.gains.length > 0)
        await this.#wait(own ? 120 * settings.pace : 260 * settings.pace);
    }
  }

  async #wait(ms: number): Promise<void> {
    if (!this.#skipping) await pause(ms);
  }
}
