/** What there is to choose, asked once: the games of the server, the levels of the computer, and each game's own catalogue. */
import { GAMES } from '../games/game';
import { api } from './api';

class Known {
  games = $state.raw<readonly { name: string; players: number[] }[]>([]);
  levels = $state.raw<readonly string[]>([]);
  usual = $state('apprentice');
  catalogues = $state.raw<Readonly<Record<string, unknown>>>({});
}
export const known = new Known();

let asked: Promise<void> | undefined;
const opened = new Map<string, Promise<void>>();

export function learn(): Promise<void> {
  asked ??= api.games().then(
    (told) => {
      known.games = told.games;
      known.levels = told.levels;
      known.usual = told.usual;
    },
    (problem: unknown) => {
      asked = undefined;
      throw problem;
    },
  );
  return asked;
}

/** The games that the server has and this client can draw; those it can draw while the server has not been asked. */
export const offered = (): readonly string[] =>
  known.games.length > 0
    ? known.games.map(({ name }) => name).filter((name) => name in GAMES)
    : Object.keys(GAMES).sort();

export const usualGame = (): string => offered()[0] ?? '';

export const playersOf = (game: string): readonly number[] =>
  known.games.find(({ name }) => name === game)?.players ?? [1, 2, 3, 4];

/** Asks for a game's catalogue; it appears in `known.catalogues`. */
export function open(game: string): Promise<void> {
  let coming = opened.get(game);
  if (!coming) {
    coming = api.catalogue(game).then(
      (catalogue) => {
        known.catalogues = { ...known.catalogues, [game]: catalogue };
      },
      (problem: unknown) => {
        opened.delete(game);
        throw problem;
      },
    );
    opened.set(game, coming);
  }
  return coming;
}
