/** The sounds of this table, out of the house's: a die on wood, paper that slides, a drop in the Well, a low drum. */
import { sounds as house } from '../../sound/sounds';

export const sounds = {
  lift: (): void => house.lift(),
  knock: (): void => house.knock(),
  bell: (): void => house.bell(),
  /** A die comes to rest on wood. */
  die(): void {
    house.knock();
    house.clack(0);
  },
  paper: (): void => house.card(),
  piece: (): void => house.clack(1),
  gain: (): void => house.turn(),
  drum: (): void => house.drum(),
  /** Something falls into the Well. */
  drop: (): void => house.shrine(),
  lantern: (): void => house.set(5),
} as const;
