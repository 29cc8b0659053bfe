/** A small screen shows one part of the table at a time: which, and how much can be chosen in each. */
import { untrack } from 'svelte';
import { type Area, counted } from './moves';
import type { Sitting } from './sitting.svelte';

export const TABS = ['garden', 'castle', 'yards', 'domain', 'rivals'] as const;
export type Tab = (typeof TABS)[number];

export class Tabs {
  readonly #at: Sitting;
  now: Tab = $state('garden');

  constructor(sitting: Sitting) {
    this.#at = sitting;
  }

  readonly #counts: Readonly<Record<Area, number>> = $derived.by(() => counted(this.#at.choosing.offers.keys()));

  count(tab: Tab): number {
    return tab === 'rivals' ? 0 : this.#counts[tab];
  }

  /** To the part beside this one. */
  turn(by: 1 | -1): void {
    this.now = TABS[TABS.indexOf(this.now) + by] ?? this.now;
  }

  /** To the part where most can be chosen. */
  toFullest(): void {
    const [fullest] = TABS.toSorted((a, b) => this.count(b) - this.count(a));
    if (fullest && this.count(fullest) > 0) this.now = fullest;
  }

  /** What is asked chooses what is large. */
  follow(): void {
    $effect(() => {
      void this.#at.show.frame.serial;
      if (this.#at.mine) untrack(() => this.count(this.now) === 0 && this.toFullest());
    });
  }
}
