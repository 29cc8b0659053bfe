/** A screen, and how one gets there: for all that must hold on each of them. */
import type { Page } from '@playwright/test';
import type { Laid } from './scenes';

export interface Stop {
  readonly name: string;
  /** Whose browser it is; nobody's, if nobody is named. */
  readonly as?: readonly [scene: string, name: string];
  /** Goes there and waits until everything is shown. */
  go: (page: Page, scene: (name: string) => Laid) => Promise<void>;
}
