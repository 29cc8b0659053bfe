/**
 * The show: frames of the server played one after the other, event by event, each with what there is to be seen. At the end of every
 * frame the server's own view is shown. It can be skipped at any moment, and a frame without a story is simply shown.
 */
import { Air } from '../../motion/flight';
import { lasts, type Pace } from '../../motion/pacing';
import { isStill, settings } from '../../settings.svelte';
import { sounds } from '../../sound/sounds';
import type { GameEvent } from '../../protocol/types';
import type { Frame } from '../game';
import { playerColour } from '../../shell/players';
import { kept } from './kept';
import { locate } from './stage';
import { after, type Beat, beat, difference, type Place } from './story';
import type { Scores, View } from './view';

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

const placeKey = (place: Place): string | undefined =>
  place.at === 'castle'
    ? `castle:${place.cell}`
    : place.at === 'realm'
      ? `realm:${String(place.seat)}:${place.cell}`
      : undefined;

export interface Marks {
  readonly castle: ReadonlySet<string>;
  readonly realm: ReadonlyMap<number, ReadonlySet<string>>;
}

const NO_MARKS: Marks = { castle: new Set(), realm: new Map() };

/** A frame as this board shows it. */
export interface Scene extends Frame {
  /** Not played yet, only shown: nothing is told about it. */
  readonly quiet?: boolean;
  /** Was shown before it was played: it is told, but not shown again. */
  readonly seen?: boolean;
}

export class Show {
  view: View = $state.raw(undefined as unknown as View);
  scores: Scores = $state.raw(undefined as unknown as Scores);
  /** The frame whose end is shown: its moves can be chosen. */
  frame: Scene = $state.raw(undefined as unknown as Scene);
  playing = $state(false);
  away: ReadonlySet<string> = $state.raw(new Set());
  fresh: ReadonlySet<string> = $state.raw(new Set());
  marks: Marks = $state.raw(NO_MARKS);
  /** Where the last turn of a rival took place. */
  last: ReadonlyMap<number, ReadonlySet<string>> = $state.raw(new Map());
  called: string | null = $state(null);
  /** Who is being watched at this moment. */
  teller: number | null = $state(null);

  readonly #mine: () => readonly number[];
  readonly #told: (events: readonly GameEvent[], frame: Scene) => void;
  #queue: Scene[] = [];
  #air: Air | undefined;
  #root: HTMLElement | undefined;
  #skipping = false;
  #newest = -1;

  constructor(first: Scene, mine: () => readonly number[], told: (events: readonly GameEvent[], frame: Scene) => void) {
    this.#mine = mine;
    this.#told = told;
    this.#newest = first.serial;
    this.#set(first);
  }

  attach(root: HTMLElement, layer: HTMLElement): void {
    this.#root = root;
    this.#air = new Air(layer);
  }

  #set(frame: Scene): void {
    this.frame = frame;
    this.view = kept(this.view, frame.view as View);
    this.scores = kept(this.scores, frame.scores as Scores);
  }

  get behind(): number {
    return this.#queue.length;
  }

  push(frame: Scene): void {
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
        const hidden = typeof document !== 'undefined' && document.hidden;
        if (!hidden && !this.#skipping && !next.seen) await this.#tell(next);
        else if (next.step) this.#told(next.step.events, next);
        this.#finish(next);
      }
    } finally {
      this.#skipping = false;
      this.playing = false;
      this.marks = NO_MARKS;
      this.away = new Set();
    }
  }

  #finish(frame: Scene): void {
    this.#set(frame);
    this.away = new Set();
    this.marks = NO_MARKS;
    this.called = null;
  }

  async #tell(frame: Scene): Promise<void> {
    const own = frame.step?.seat !== null && frame.step !== null && this.#mine().includes(frame.step.seat);
    this.teller = frame.step?.seat ?? null;
    const pace: Pace = { own, factor: settings.pace, still: isStill() };
    if (!frame.step) return;
    if (frame.step.events.length === 0) {
      const beats = difference(this.view, frame.view as View);
      await Promise.all(beats.slice(0, 12).map((each) => this.#perform(each, pace)));
      return;
    }
    this.#remember(frame);
    const { events } = frame.step;
    let index = 0;
    for (const event of events) {
      if (this.#skipping) break;
      index += 1;
      this.#told([event], frame);
      const seen = beat(this.view, event);
      if (seen) await this.#perform(seen, pace);
      this.view = kept(this.view, after(this.view, event));
      this.away = new Set();
      if (event.event === 'uncovered') this.#glow(String(event.cell));
      if (!own && !this.#skipping) await pause(lasts('between', pace));
    }
    this.#told(events.slice(index), frame);
  }

  #remember(frame: Scene): void {
    const seat = frame.step?.seat;
    if (seat === null || seat === undefined) return;
    const before = (this.view.turn.player === seat && this.last.get(seat)) || new Set<string>();
    const fresh = new Set(frame.step?.move?.startsWith('take') ? [] : before);
    for (const event of frame.step?.events ?? []) {
      if (['placed', 'shrine-built', 'flipped'].includes(event.event)) fresh.add(String(event.cell));
      if (['moved', 'shrine-carried'].includes(event.event)) fresh.add(String(event.to));
    }
    this.last = new Map(this.last).set(seat, fresh);
  }

  #glow(cell: string): void {
    this.fresh = new Set([...this.fresh, cell]);
    setTimeout(() => {
      this.fresh = new Set([...this.fresh].filter((each) => each !== cell));
    }, 1200);
  }

  #mark(place: Place): void {
    if (place.at === 'castle') this.marks = { ...this.marks, castle: new Set([place.cell]) };
    else if (place.at === 'realm')
      this.marks = { ...this.marks, realm: new Map(this.marks.realm).set(place.seat, new Set([place.cell])) };
  }

  async #perform(seen: Beat, pace: Pace): Promise<void> {
    const root = this.#root;
    const air = this.#air;
    if (!root || !air) return;
    const time = (what: Parameters<typeof lasts>[0]) => lasts(what, pace);
    switch (seen.kind) {
      case 'fly': {
        const { from, to, thing } = seen;
        if (!pace.own) {
          this.#mark(from);
          await pause(this.#skipping ? 0 : time('look'));
        }
        const id =
          thing === '*'
            ? 'shrine'
            : thing === 'token'
              ? 'token'
              : thing === thing.toUpperCase()
                ? `tile-${thing}`
                : 'tile-down';
        const [start, end] = [locate(root, from), locate(root, to)];
        const colour = 'seat' in to ? playerColour(to.seat) : 'seat' in from ? playerColour(from.seat) : undefined;
        const key = placeKey(from);
        if (start && end && !pace.still && !this.#skipping) {
          if (from.at === 'castle') sounds.lift();
          if (key) this.away = new Set([...this.away, id === 'shrine' ? key.replace('realm', 'shrine') : key]);
          await air.fly(id, start, end, time('fly'), colour);
        }
        if (to.at === 'realm') sounds.clack(to.level);
        else if (thing === '*') sounds.shrine();
        else if (thing === 'token') sounds.drum();
        else sounds.clack(from.at === 'castle' ? from.floor : 1);
        break;
      }
      case 'turn': {
        const realm = this.view.players[seen.seat]?.realm ?? {};
        const spots = seen.cells.flatMap((cell) => {
          const stack = realm[cell] ?? [];
          const tile = stack.at(-1);
          const spot = locate(root, { at: 'realm', seat: seen.seat, cell, level: stack.length });
          return tile && spot ? [{ cell, tile, spot }] : [];
        });
        this.marks = { ...this.marks, realm: new Map(this.marks.realm).set(seen.seat, new Set(seen.cells)) };
        await pause(this.#skipping ? 0 : (pace.still ? 320 : 260) * pace.factor);
        sounds.set(seen.cells.length);
        const middle = spots[Math.floor(spots.length / 2)]?.spot;
        if (middle) void air.rise(`+${String(seen.points)}`, middle, lasts('rise', pace));
        if (!pace.still && !this.#skipping) {
          this.away = new Set(spots.map(({ cell }) => `realm:${String(seen.seat)}:${cell}`));
          await Promise.all(
            spots.map(({ tile, spot }, index) => {
              setTimeout(() => sounds.turn(), index * time('stagger'));
              return air.turn(`tile-${tile}`, 'tile-down', spot, index * time('stagger'), time('turn'));
            }),
          );
        }
        this.marks = NO_MARKS;
        break;
      }
      case 'flip': {
        const stack = this.view.players[seen.seat]?.realm[seen.cell] ?? [];
        const tile = stack.at(-1) ?? '';
        const spot = locate(root, { at: 'realm', seat: seen.seat, cell: seen.cell, level: stack.length });
        sounds.turn();
        if (spot && !pace.still && tile !== '*' && tile !== '') {
          const up = `tile-${tile.toUpperCase()}`;
          const [front, back] = tile === tile.toUpperCase() ? [up, 'tile-down'] : ['tile-down', up];
          this.away = new Set([...this.away, `realm:${String(seen.seat)}:${seen.cell}`]);
          await air.turn(front, back, spot, 0, time('turn'));
        }
        break;
      }
      case 'build': {
        const spot = locate(root, { at: 'realm', seat: seen.seat, cell: seen.cell, level: seen.level });
        if (!pace.own) {
          this.#mark({ at: 'realm', seat: seen.seat, cell: seen.cell, level: seen.level });
          await pause(this.#skipping ? 0 : time('look'));
        }
        if (spot && !pace.still && !this.#skipping)
          await air.drop('shrine', spot, time('drop'), playerColour(seen.seat));
        sounds.shrine();
        break;
      }
      case 'call':
        this.called = seen.spirit;
        sounds.card();
        if (!this.#skipping) await pause((pace.own ? 160 : 700) * pace.factor);
        break;
      case 'herald':
        sounds.drum();
        break;
      case 'uncover':
        break;
    }
  }
}
