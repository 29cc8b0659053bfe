/** What a game brings to the tests that are for all games. */
import type { Scene } from './scenes';
import type { Stop } from './stops';

export interface GameTests {
  /** Tables that tests begin at. */
  readonly scenes: readonly Scene[];
  /** The screens of its table: axe looks at each, in every theme, and at how wide it is. */
  readonly stops: readonly Stop[];
  /** What only pictures are taken of, and measurements. */
  readonly pictures: { readonly scenes: readonly Scene[]; readonly stops: readonly Stop[] };
}
