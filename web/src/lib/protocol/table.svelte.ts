/** A table one sits at or watches: what the server last said, and what can be said to it. */
import type { Answer, Frame, Held, SeatInfo } from '../games/game';
import { settings } from '../settings.svelte';
import { language } from '../texts/words.svelte';
import { Line, type LineState, liveUrl, type World } from './socket';
import type { ChatLine, Hint, Preview, Problem, ServerMessage, Table, TableMessage } from './types';

/** So many moves the server tells about at once. */
const MOST_PREVIEWS = 100;

export class LiveTable {
  table: Table = $state.raw(undefined as unknown as Table);
  frame: Frame | null = $state.raw(null);
  seat: number | null = $state(null);
  seats: readonly number[] = $state.raw([]);
  answer: Answer | null = $state.raw(null);
  hint: Hint | null = $state.raw(null);
  /** A hint has been asked for and has not come. */
  thinking = $state(false);
  previews: Readonly<Record<string, Preview>> = $state.raw({});
  /** A move that ends the turn waits to be confirmed. */
  held: Held | null = $state.raw(null);
  chat: readonly ChatLine[] = $state.raw([]);
  watching = $state(0);
  line: LineState = $state.raw({ is: 'connecting' });
  pending: string | null = $state(null);
  /** The server's last no, for a moment. */
  refused: Problem | null = $state.raw(null);

  readonly #line: Line;
  readonly #asked = new Set<string>();
  /** A move of which we first want to know whether it ends the turn. */
  #weighed: string | null = null;
  #serial = 0;
  #shownPly = -1;
  /** How many moves had been played when the first frame came. */
  firstPly: number | null = null;

  constructor(table: Table, world?: World) {
    this.table = table;
    const events = {
      message: (message: ServerMessage) => this.#hear(message),
      state: (state: LineState) => (this.line = state),
      pending: (move: string | null) => (this.pending = move),
    };
    const address = liveUrl(table.id, language());
    this.#line = world ? new Line(address, events, world) : new Line(address, events);
  }

  open(): () => void {
    const nudge = () => this.#line.nudge();
    const awake = () => document.visibilityState === 'visible' && nudge();
    addEventListener('online', nudge);
    document.addEventListener('visibilitychange', awake);
    this.#line.open();
    return () => {
      removeEventListener('online', nudge);
      document.removeEventListener('visibilitychange', awake);
      this.#line.close();
    };
  }

  readonly names: readonly SeatInfo[] = $derived.by(() =>
    this.table.seats.map((seat) => ({
      name: seat.name ?? '',
      kind: seat.stands_in !== null ? 'bot' : seat.kind,
      here: seat.kind !== 'person' || seat.here,
      level: seat.stands_in ?? seat.level,
    })),
  );

  /** A move is on its way, or there is no line to send one. */
  readonly waiting: boolean = $derived.by(
    () => this.pending !== null || (this.line.is !== 'open' && this.frame !== null),
  );

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'table':
        this.#see(message);
        break;
      case 'refused':
        this.refused = message;
        this.thinking = false;
        break;
      case 'why':
        if (message.version === this.table.version)
          this.answer = { move: message.move, reason: message.reason, sentence: message.sentence };
        break;
      case 'hint':
        this.thinking = false;
        if (message.version === this.table.version) this.hint = message.hint;
        break;
      case 'preview':
        if (message.version !== this.table.version) break;
        this.previews = { ...this.previews, ...message.previews };
        if (this.#weighed !== null && this.#weighed in message.previews) this.#weigh(this.#weighed);
        break;
      case 'chat': {
        const known = new Set(this.chat.map(({ number }) => number));
        this.chat = [...this.chat, ...message.messages.filter(({ number }) => !known.has(number))];
        break;
      }
      case 'presence':
        // Those who play here are connected, too.
        this.watching = Math.max(
          0,
          message.watching - message.here.filter((id) => this.table.seats.some(({ person }) => person === id)).length,
        );
        break;
      case 'pong':
        break;
    }
  }

  #see(message: TableMessage): void {
    const changed = message.table.version !== this.table.version || this.frame === null;
    this.table = message.table;
    this.seats = message.seats;
    this.seat = message.seat;
    if (changed) {
      this.hint = null;
      this.answer = null;
      this.previews = {};
      this.held = null;
      this.#weighed = null;
      this.#asked.clear();
    }
    if (message.view === null) return;
    const { step } = message;
    const isNew = step !== null && (step.kind !== 'move' || step.ply > this.#shownPly);
    this.#serial += 1;
    this.frame = {
      serial: this.#serial,
      view: message.view,
      scores: message.scores,
      moves: message.moves,
      step: isNew ? { seat: step.seat, move: step.move, events: step.events } : null,
      undo: message.undo,
      over: message.table.status === 'finished',
      toMove: message.table.to_move,
    };
    this.firstPly ??= message.table.ply;
    this.#shownPly = message.table.ply;
  }

  choose(move: string): void {
    if (this.pending !== null || this.held !== null) return;
    this.refused = null;
    if (!settings.confirmTurn) this.#play(move);
    else if (move in this.previews) this.#weigh(move);
    else if (this.#ask([move])) this.#weighed = move;
    else this.#play(move);
  }

  #play(move: string): void {
    this.#weighed = null;
    this.#line.move(this.table.version, move);
  }

  /** A move that ends the turn is held back until it is confirmed. */
  #weigh(move: string): void {
    const preview = this.previews[move];
    this.#weighed = null;
    if (preview?.ends) this.held = { move, events: preview.events };
    else this.#play(move);
  }

  confirm(): void {
    if (this.held === null) return;
    const { move } = this.held;
    this.#play(move);
  }

  /** Asks what legal moves would bring, each once at a version; `further` also asks what can be chosen then. */
  preview(moves: readonly string[], further = false): void {
    const key = (move: string) => (further ? `${move} …` : move);
    const fresh = moves.filter((move) => !this.#asked.has(key(move)));
    for (let from = 0; from < fresh.length; from += MOST_PREVIEWS) {
      const part = fresh.slice(from, from + MOST_PREVIEWS);
      if (!this.#ask(part, further)) return;
      for (const move of part) this.#asked.add(key(move));
    }
  }

  #ask(moves: string[], further = false): boolean {
    const { version } = this.table;
    return this.#line.send({ type: 'preview', version, moves, ...(further ? { further } : {}) });
  }

  why(move: string): void {
    this.#line.send({ type: 'why', version: this.table.version, move });
  }

  undo(): void {
    if (this.held !== null && this.pending === null) this.held = null;
    else this.#line.send({ type: 'undo', version: this.table.version });
  }

  takeBack(): void {
    this.#line.send({ type: 'takeback', version: this.table.version });
  }

  askHint(): void {
    this.thinking = this.#line.send({ type: 'hint', version: this.table.version });
  }

  say(text: string): boolean {
    return this.#line.send({ type: 'chat', text });
  }

  resign(): void {
    const [seat] = this.seats;
    this.#line.send(seat === undefined ? { type: 'resign' } : { type: 'resign', seat });
  }

  replace(seat: number): void {
    this.#line.send({ type: 'replace', seat });
  }

  return(seat: number): void {
    this.#line.send({ type: 'return', seat });
  }

  agree(offer: number, agree: boolean): void {
    this.#line.send({ type: 'answer', offer, agree });
  }
}
