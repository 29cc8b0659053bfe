/**
 * A table that is opened by its address: everything that will be needed is asked for at once, instead of one after the other as each
 * part finds out about the next.
 */
import { GAMES } from '../games/game';
import { learnWords } from '../games/words.svelte';
import { connectEarly, liveUrl } from '../protocol/socket';
import type { Table } from '../protocol/types';
import { api } from './api';
import { remember, remembered } from './remembered';
import type { Route } from './routes';

let asked: { id: string; table: Promise<Table> } | undefined;

export function headStart(route: Route, language: string): void {
  if (route.screen !== 'table') return;
  const table = api.table(route.id);
  // Whoever asks for it hears of a refusal.
  table.catch(() => undefined);
  asked = { id: route.id, table };
  if (route.move === null) connectEarly(liveUrl(route.id, language));
  void import('./AtTable.svelte');
  void (route.move === null ? import('../../screens/Table.svelte') : import('../../screens/Replay.svelte'));
  // Probably the game that was played last; another one is fetched when the table has said so.
  const game = GAMES[remembered('last', { game: '' }).game];
  if (!game) return;
  void game.board();
  void learnWords(game.name, language);
}

/** The table that was asked for in advance, once: it may have changed since. */
export function startedTable(id: string): Promise<Table> {
  const found = asked?.id === id ? asked.table : api.table(id);
  asked = undefined;
  return found;
}

export const playedLast = (game: string): void => remember('last', { game });
