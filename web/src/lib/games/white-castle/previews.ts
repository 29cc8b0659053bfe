/** What the server's preview of a move says, in the few facts a player wants before confirming. */
import type { GameEvent, Preview } from '../../protocol/types';

/** Coins that a die gains (or costs, below nought) where it is put. */
export function coinsOf(preview: Preview | undefined, seat: number): number | undefined {
  const put = preview?.events.find((event) => event.event === 'die-placed' && event.seat === seat);
  return typeof put?.coins === 'number' ? put.coins : undefined;
}

export const eventsOf = (preview: Preview | undefined): readonly GameEvent[] => preview?.events ?? [];
