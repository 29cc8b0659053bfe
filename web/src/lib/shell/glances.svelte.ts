/** How each game shows a table at a glance, fetched when a table of it is first listed. */
import { bring, type Chosen, GAMES, type Glance } from '../games/game';
import { wordsOf } from '../games/words.svelte';
import { known, open } from './catalogue.svelte';

let glances = $state.raw<Readonly<Record<string, Glance>>>({});
const coming = new Set<string>();

export function glance(name: string): Glance | undefined {
  const game = GAMES[name];
  if (game && !coming.has(name)) {
    coming.add(name);
    void open(name).catch(() => undefined);
    bring(game, (each) => each.glance()).then(
      (brought) => (glances = { ...glances, [name]: brought }),
      () => coming.delete(name),
    );
  }
  return glances[name];
}

export const chosenAt = (table: {
  game: string;
  options: Record<string, unknown>;
  seats: readonly unknown[];
}): Chosen => ({
  options: table.options,
  players: table.seats.length,
  catalogue: known.catalogues[table.game],
});

/** What a table is called in a list. */
export const titleOf = (game: string, chosen: Chosen): string => glance(game)?.title(chosen) ?? wordsOf(game).g('game');
