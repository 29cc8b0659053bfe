/** What the person in front of the screen is choosing: a path of places, one looked at, and a move that waits to be confirmed. */
import { settings } from '../../settings.svelte';
import { sounds } from './sounds';
import { areaOf, type Choice, follow, meant, offered, type Place, readMove } from './moves';
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
  path: readonly Place[] = $state.raw([]);
  /** A whole move that waits for its confirmation. */
  candidate: string | null = $state(null);
  /** The place under the pointer or the focus. */
  looked: Place | null = $state(null);
  shaken: Place | null = $state(null);

  constructor(told: () => Told) {
    this.#told = told;
  }

  readonly choices: Choice[] = $derived.by(() => {
    const { moves, view } = this.#told();
    return moves.map((move) => readMove(move, view));
  });

  readonly offers: ReadonlyMap<Place, Choice[]> = $derived.by(() => offered(this.choices, this.path));

  readonly verbs: ReadonlySet<string> = $derived.by(() => new Set(this.choices.map(({ verb }) => verb)));

  /** The move the person is looking at or has chosen. */
  readonly considered: Choice | null = $derived.by(() => {
    if (this.candidate !== null) return this.choices.find(({ move }) => move === this.candidate) ?? null;
    const looked = this.looked === null ? undefined : this.offers.get(this.looked);
    return looked?.length === 1 ? (looked[0] ?? null) : null;
  });

  /** After a new frame nothing of the old choice is left. */
  forget(): void {
    this.path = [];
    this.candidate = null;
  }

  cancel(): boolean {
    if (this.candidate === null && this.path.length === 0) return false;
    if (this.candidate !== null) this.candidate = null;
    else this.path = this.path.slice(0, -1);
    return true;
  }

  /** A die is only taken in hand: that never needs a question, it can be put back. */
  #asks(by: By, place: Place): boolean {
    if (areaOf(place) === 'bar' || place.startsWith('die:')) return false;
    return settings.confirm === 'always' || (settings.confirm === 'touch' && by === 'touch');
  }

  /** Points at a place. A whole move is played, or first asks to be confirmed. */
  point(place: Place, by: By): void {
    const found = follow(this.choices, this.path, place);
    if (!found) {
      this.#refuse(place);
      return;
    }
    if ('path' in found) {
      this.path = found.path;
      this.candidate = null;
      return;
    }
    if (this.#asks(by, place) && this.candidate !== found.move) {
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

  /** The server is asked why what was meant cannot be. */
  #refuse(place: Place): void {
    if (this.choices.length === 0) return;
    const move = meant(place, this.#told().view, this.choices);
    sounds.knock();
    this.shaken = place;
    setTimeout(() => (this.shaken = null), 300);
    if (move !== undefined) this.#told().why(move);
  }
}
