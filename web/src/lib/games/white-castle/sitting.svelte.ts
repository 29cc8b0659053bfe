/**
 * Sitting at this table: what of it is shown, who decides, whose domain lies in front, and what was refused. The board makes one for
 * as long as it is on the page and hands it down; `Desk` is the part of it that places need to draw themselves.
 */
import { getContext, setContext, untrack } from 'svelte';
import { settings } from '../../settings.svelte';
import type { BoardProps, Frame, SeatInfo } from '../game';
import type { GameEvent } from '../../protocol/types';
import { Choosing } from './choosing.svelte';
import { Desk, putDesk } from './desk.svelte';
import { line, type Line } from './log';
import { areaOf, type Choice, readMove } from './moves';
import { Outlook } from './outlook.svelte';
import { because, sentenceOf } from './sentences';
import { Show } from './show.svelte';
import { sounds } from './sounds';
import { Status } from './status.svelte';
import { Tabs } from './tabs.svelte';
import { deciderOf, kindOf, type Scores, topOf, type View } from './view';
import { t } from './words';

export interface Refusal {
  readonly code: string;
  readonly text: string;
  readonly cells: ReadonlySet<string>;
}

type Help = 'legend' | 'keys';

/** How long a refusal stands in the status line. */
const REFUSED_MS = 6000;

export class Sitting {
  readonly #props: () => BoardProps;
  readonly show: Show;
  readonly choosing: Choosing;
  readonly desk: Desk;
  readonly status = new Status(this);
  readonly outlook = new Outlook(this);
  readonly tabs = new Tabs(this);

  /** Rivals' moves, said once to those who listen. */
  spoken = $state('');
  /** A small screen: one part of the table at a time. */
  narrow = $state(false);
  /** The line of the log that is looked at. */
  pointed = $state.raw<Line | null>(null);
  /** Another domain than one's own, made large. */
  opened = $state<number | null>(null);
  /** The score sheet, or the starting cards, have been laid aside to see the table. */
  sheetClosed = $state(false);
  startClosed = $state(false);
  /** Help that lies above the table. */
  help = $state<Help | null>(null);
  refusal = $state.raw<Refusal | null>(null);

  #fresh: Line[] = $state.raw([]);
  #nextLine = 0;
  #asked: string | null = null;
  #wasMine = false;

  constructor(props: () => BoardProps) {
    this.#props = props;
    this.show = untrack(
      () =>
        new Show(
          props().frame,
          () => this.seats,
          (events, frame) => this.#log(events, frame),
        ),
    );
    this.choosing = new Choosing(() => ({
      moves: this.moves,
      view: this.view,
      choose: (move) => this.#send(move),
      why: (move) => this.#ask(move),
    }));
    this.desk = putDesk(
      new Desk(this.choosing, () => ({
        view: this.view,
        scores: this.scores,
        names: this.everybody,
        seats: this.seats,
        home: this.large,
        mine: this.mine,
        previews: this.props.previews,
        lit: new Set([...this.show.lit, ...(this.pointed?.places ?? []), ...(this.hinted?.path ?? [])]),
        last: this.show.last,
        away: this.show.away,
        blamed: this.refusal?.cells ?? new Set(),
        plain: settings.pieces === 'plain',
        narrow: this.narrow,
      })),
    );
    this.#follow();
  }

  /** What the page gives and takes. */
  get props(): BoardProps {
    return this.#props();
  }
  get seats(): readonly number[] {
    return this.props.seats;
  }
  /** Nothing is decided here: a replay. */
  get bare(): boolean {
    return this.props.bare ?? false;
  }
  get held(): NonNullable<BoardProps['held']> | null {
    return this.props.held ?? null;
  }

  // --- what is shown -----------------------------------------------------------------------------------------------------------
  get view(): View {
    return this.show.view;
  }
  get scores(): Scores {
    return this.show.scores;
  }
  /** The seat of the clan that visits a solo game. */
  readonly rivalSeat: number | null = $derived.by(() => this.view.solo?.rival ?? null);

  /** A solo game has one seat at the table; the visiting clan gets a name here. */
  readonly everybody: readonly SeatInfo[] = $derived.by(() => {
    const { names } = this.props;
    return this.rivalSeat !== null && names.length <= this.rivalSeat
      ? [...names, { name: t('solo.short'), kind: 'bot', here: true, level: null }]
      : names;
  });

  readonly #earlier: Line[] = $derived.by(() =>
    this.props.history
      .flatMap(({ events }) => events)
      .flatMap((event, index) => line(-1 - index, event, this.rivalSeat) ?? []),
  );
  readonly lines: Line[] = $derived.by(() => [...this.#earlier, ...this.#fresh]);

  #log(events: readonly GameEvent[], frame: Frame): void {
    const rival = (frame.view as View).solo?.rival ?? null;
    const added = events.flatMap((event) => line(this.#nextLine++, event, rival) ?? []);
    if (added.length === 0) return;
    this.#fresh = [...this.#fresh, ...added];
    const seat = frame.step?.seat;
    if (seat == null || !this.seats.includes(seat))
      this.spoken = added.map(({ event }) => sentenceOf(event, this.props.names, this.seats)).join('. ');
  }

  /** What somebody else does is being shown. */
  readonly watchingRival: boolean = $derived.by(
    () => this.show.playing && (this.show.teller === null || !this.seats.includes(this.show.teller)),
  );
  readonly over: boolean = $derived.by(() => this.show.frame.over);
  /** The game is over and its last move has been shown. */
  readonly ended: boolean = $derived.by(() => this.over && !this.show.playing);
  readonly sheet: boolean = $derived.by(() => this.ended && !this.sheetClosed);

  // --- who decides what ----------------------------------------------------------------------------------------------------------
  readonly ready: boolean = $derived.by(
    () =>
      !this.show.playing &&
      !this.props.waiting &&
      this.show.frame.serial === this.props.frame.serial &&
      this.held === null,
  );
  readonly moves: readonly string[] = $derived.by(() => (this.ready && !this.bare ? this.show.frame.moves : []));
  readonly deciding: number | null = $derived.by(() => (this.over ? null : deciderOf(this.view)));
  /** Somebody at this screen decides now. */
  readonly mine: boolean = $derived.by(() => this.moves.length > 0);
  readonly kind: string = $derived.by(() => kindOf(topOf(this.view)));
  readonly phase: string = $derived.by(() => this.view.turn.phase ?? 'turn');
  readonly starting: boolean = $derived.by(() => this.phase === 'start' && (this.view.starts?.length ?? 0) > 0);
  /** The starting cards lie over the table. */
  readonly startSheet: boolean = $derived.by(() => this.starting && !this.startClosed);
  /** The move that was hinted at, while it can be played. */
  readonly hinted: Choice | null = $derived.by(() => {
    const move = this.props.hint?.moves[0]?.move;
    return move !== undefined && this.moves.includes(move) ? readMove(move, this.view) : null;
  });
  readonly openPlaces: number = $derived.by(
    () => [...this.choosing.offers.keys()].filter((place) => areaOf(place) !== 'bar').length,
  );

  // --- who sits where --------------------------------------------------------------------------------------------------------------
  readonly home: number = $derived.by(() =>
    this.mine && this.deciding !== null ? this.deciding : (this.props.seat ?? 0),
  );
  /** Whose domain is large. */
  readonly large: number = $derived.by(() => this.opened ?? this.home);
  readonly rivals: readonly number[] = $derived.by(() =>
    this.view.order.filter((seat) => seat !== this.large && seat !== this.rivalSeat),
  );

  /** What a seat is called on this screen. */
  called(seat: number): string {
    return this.desk.isYou(seat) ? t('seat.you') : this.desk.name(seat);
  }
  /** Whether a seat plays now, or next. */
  turnWord(seat: number): string {
    if (this.deciding === null) return '';
    if (this.deciding === seat) return t('seat.plays');
    const { order } = this.view;
    const at = order.indexOf(this.deciding);
    return order[(at + 1) % order.length] === seat ? t('seat.next') : '';
  }

  // --- what is done ----------------------------------------------------------------------------------------------------------------
  /** Makes a domain large: on a small screen, the part of the table it lies in. */
  open(seat: number): void {
    this.opened = seat === this.home ? null : seat;
    this.tabs.now = seat === this.rivalSeat ? 'rivals' : 'domain';
  }
  /** Closed, unless another has taken its place meanwhile: a dialog says so a moment later. */
  closeHelp(which: Help): void {
    if (this.help === which) this.help = null;
  }
  /** The way back to one's own domain, from another that is large. */
  readonly back: (() => void) | undefined = $derived.by(() =>
    this.large === this.home ? undefined : () => (this.opened = null),
  );
  #send(move: string): void {
    this.opened = null;
    this.props.choose(move);
  }
  #ask(move: string): void {
    this.#asked = move;
    this.props.why(move);
  }

  #follow(): void {
    this.tabs.follow();
    $effect(() => {
      const { frame } = this.props;
      untrack(() => this.show.push(frame));
    });
    // After a new frame nothing of the old choice is left.
    $effect(() => {
      void this.show.frame.serial;
      untrack(() => {
        this.choosing.forget();
        this.refusal = null;
      });
    });
    // What every open place would bring is asked once, for the chips and the chain.
    $effect(() => {
      const wanted = this.moves.filter((move) => move.startsWith('put '));
      if (wanted.length > 0) untrack(() => this.props.preview?.(wanted));
    });
    $effect(() => {
      const { answer } = this.props;
      if (!answer?.reason || answer.move !== this.#asked) return;
      const { code, cells } = answer.reason;
      this.refusal = {
        code,
        text: because(answer.reason, answer.sentence),
        cells: new Set(cells.map((cell) => (cell.includes('-') ? `room:${cell}` : cell))),
      };
      const timer = setTimeout(() => (this.refusal = null), REFUSED_MS);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      if (this.mine && !this.#wasMine && untrack(() => this.kind === 'die')) sounds.bell();
      if (this.mine && untrack(() => this.kind === 'steps')) sounds.drum();
      this.#wasMine = this.mine;
    });
  }
}

const KEY = Symbol('sitting');
export const putSitting = (sitting: Sitting): Sitting => setContext(KEY, sitting);
export const useSitting = (): Sitting => getContext<Sitting>(KEY);
