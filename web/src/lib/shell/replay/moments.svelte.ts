/** The moments of a game, fetched when they are looked at and kept. */
import type { Moment, MoveTold, ScoresTold } from '../../protocol/types';
import { api } from '../api';

const MOST = 400;

export class Moments {
  moves = $state.raw<readonly MoveTold[]>([]);
  readonly #id: string;
  readonly #kept = new Map<number, Promise<Moment>>();

  constructor(id: string) {
    this.#id = id;
  }

  async learn(): Promise<void> {
    const all: MoveTold[] = [];
    for (let from: number | null = 0; from !== null;) {
      const part: { moves: MoveTold[]; next: number | null } = await api.moves(this.#id, from);
      all.push(...part.moves);
      from = part.next;
    }
    this.moves = all;
  }

  at(ply: number): Promise<Moment> {
    let found = this.#kept.get(ply);
    if (!found) {
      found = api.moment(this.#id, ply);
      this.#kept.set(ply, found);
      found.catch(() => this.#kept.delete(ply));
      const oldest = this.#kept.keys().next();
      if (this.#kept.size > MOST && !oldest.done) this.#kept.delete(oldest.value);
    }
    return found;
  }

  #growth: Promise<ScoresTold> | undefined;

  /** How the scores grew, and what they stand on in the end. */
  growth(): Promise<ScoresTold> {
    this.#growth ??= api.scores(this.#id).catch((problem: unknown) => {
      this.#growth = undefined;
      throw problem;
    });
    return this.#growth;
  }

  /** What will probably be looked at next. */
  foresee(ply: number, count = 3): void {
    for (let next = ply + 1; next <= Math.min(ply + count, this.moves.length); next++)
      void this.at(next).catch(() => undefined);
  }
}
