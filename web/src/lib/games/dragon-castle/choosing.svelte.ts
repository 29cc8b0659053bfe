/** What the person in front of the screen is choosing: a path of targets, the tile in hand, and a move that waits to be confirmed. */
import { settings } from '../../settings.svelte';
import { sounds } from '../../sound/sounds';
import { type Choice, follow, offered, type Offered, readMove, type Target } from './moves';
import type { View } from './view';

export type By = 'mouse' | 'touch' | 'keyboard';

/** How a click came about; browsers say so on every click that a pointer made, and assistive tools count as a keyboard. */
export function pointedBy(event: MouseEvent): By {
  const type = 'pointerType' in event ? event.pointerType : '';
  return type === 'touch' || type === 'pen' ? 'touch' : type === 'mouse' ? 'mouse' : 'keyboard';
}

interface Told {
  readonly moves: readonly string[];
  readonly view: View;
  readonly choose: (move: string) => void;
  readonly why: (move: string) => void;
}

export class Choosing {
  readonly #told: () => Told;
  path: Target[] = $state.raw([]);
  /** A whole move that waits for its confirmation. */
  candidate: string | null = $state(null);
  #hand: string | null = $state(null);
  shaken: { board: 'castle' | 'realm'; cell: string } | null = $state.raw(null);

  constructor(told: () => Told) {
    this.#told = told;
  }

  readonly choices: Choice[] = $derived.by(() => this.#told().moves.map(readMove));

  /** The tile in hand that is placed next. */
  readonly hand: string | undefined = $derived.by(() => {
    const inHand = this.#told().view.turn.hand ?? [];
    return this.#hand !== null && inHand.includes(this.#hand) ? this.#hand : inHand[0];
  });

  readonly offered: Offered = $derived.by(() => offered(this.choices, this.path, this.hand));

  hold(tile: string): void {
    this.#hand = tile;
    this.candidate = null;
  }

  /** After a new frame nothing of the old choice is left. */
  forget(): void {
    this.path = [];
    this.candidate = null;
    this.#hand = null;
  }

  cancel(): boolean {
    if (this.candidate === null && this.path.length === 0) return false;
    if (this.candidate !== null) this.candidate = null;
    else this.path = this.path.slice(0, -1);
    return true;
  }

  #asks(by: By): boolean {
    return settings.confirm === 'always' || (settings.confirm === 'touch' && by === 'touch');
  }

  /** Points at something. A whole move is played, or first asks to be confirmed. */
  point(target: Target, by: By): void {
    const found = follow(this.choices, this.path, target, this.hand);
    if (!found) {
      this.#refuse(target);
      return;
    }
    if ('path' in found) {
      this.path = found.path;
      this.candidate = null;
      return;
    }
    if (this.#asks(by) && this.candidate !== found.move && (target.kind === 'castle' || target.kind === 'realm')) {
      this.candidate = found.move;
      sounds.lift();
      return;
    }
    this.play(found.move);
  }

  confirm(): void {
    if (this.candidate !== null) this.play(this.candidate);
  }

  play(move: string): void {
    this.candidate = move;
    this.#told().choose(move);
  }

  /** What would have been meant: the server then says why it cannot be. */
  #refuse(target: Target): void {
    if (target.kind !== 'castle' && target.kind !== 'realm') return;
    const spirit = this.path[0]?.kind === 'spirit' ? this.path[0].spirit : undefined;
    const verbs = this.choices.filter((choice) => choice.path.some(({ kind }) => kind === target.kind));
    const verb = spirit !== undefined ? 'spirit' : verbs[0]?.verb;
    let meant: string | undefined;
    if (target.kind === 'castle') {
      const { phase } = this.#told().view.turn;
      meant = `${verb && verb !== 'spirit' ? verb : phase === 'complete' ? 'pair' : 'take'} ${target.cell}`;
    } else if (verb === 'spirit' && spirit !== undefined) meant = `spirit ${spirit} ${target.cell}`;
    else if (verb === 'place' && this.hand !== undefined) meant = `place ${this.hand} ${target.cell}`;
    else if (verb === 'carry' || verb === 'move') {
      const from = this.path[0]?.kind === 'realm' ? this.path[0].cell : undefined;
      meant = from === undefined ? undefined : `${verb} ${from} ${target.cell}`;
    } else if (verb !== undefined && verb !== 'spirit' && verb !== 'as') meant = `${verb} ${target.cell}`;
    sounds.knock();
    this.shaken = { board: target.kind, cell: target.cell };
    setTimeout(() => (this.shaken = null), 300);
    if (meant !== undefined && this.choices.length > 0) this.#told().why(meant);
  }
}
