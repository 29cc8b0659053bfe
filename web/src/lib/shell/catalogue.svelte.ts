/** What there is to choose, asked once. */
import { api, type GameCatalogue } from './api';

class Known {
  games = $state.raw<{ name: string; players: number[] }[]>([]);
  levels = $state.raw<string[]>([]);
  usual = $state('apprentice');
  dragonCastle = $state.raw<GameCatalogue>();
}
export const known = new Known();

let asked: Promise<void> | undefined;

export function learn(): Promise<void> {
  asked ??= Promise.all([api.games(), api.catalogue('dragon-castle')]).then(
    ([games, catalogue]) => {
      known.games = games.games;
      known.levels = games.levels;
      known.usual = games.usual;
      known.dragonCastle = catalogue;
    },
    (problem: unknown) => {
      asked = undefined;
      throw problem;
    },
  );
  return asked;
}

export const heightsOf = (layout: string | undefined): readonly (readonly number[])[] | undefined =>
  known.dragonCastle?.layouts.find(({ name }) => name === layout)?.heights;
