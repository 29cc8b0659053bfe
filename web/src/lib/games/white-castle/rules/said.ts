/** What the figures of the rules say, for the search: one entry for each card. */
import type { RulesText } from '../../../rules/rules';
import { CASTLE, FAVOURS, GARDENS, STARTS, VISITS, yardTile } from '../cards';
import { effectsWords, effectWords } from '../spoken';
import { t } from '../words';

const named = (letter: string) => Object.keys(CASTLE).filter((name) => name.startsWith(letter));
export const YARD_TILES = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `Y${String(number)}`);

export const castleText = (name: string): string =>
  [name, ...(CASTLE[name]?.rows ?? []).map((row) => effectsWords(row))].join(' ');

export function said(figure: string, { words }: RulesText): readonly string[] {
  switch (figure) {
    case 'stewards':
      return named('S').map(castleText);
    case 'diplomats':
      return named('D').map(castleText);
    case 'favours':
      return Object.entries(FAVOURS).map(([name, effects]) => `${name} ${effectsWords(effects)}`);
    case 'gardens':
      return Object.entries(GARDENS).map(([name, { effect }]) => `${name} ${effectWords(effect)}`);
    case 'yards':
      return YARD_TILES.map((name) =>
        [name, ...['a', 'b'].map((side) => effectWords(yardTile(name + side)?.effect ?? ''))].join(' '),
      );
    case 'starts':
      return Object.entries(STARTS).map(([name, { gain }]) => `${name} ${effectsWords(gain)}`);
    case 'visits':
      return Object.entries(VISITS).map(([name, { actions }]) =>
        [name, ...actions.map((action) => t(`visit.${action}`))].join(' '),
      );
    case 'icons':
      return Object.keys(words).length > 0 ? [t('tool.legend')] : [];
    default:
      return [];
  }
}
