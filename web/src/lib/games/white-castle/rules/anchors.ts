/** Where the rules page speaks about something: a question of the table (`ask.put`) or the reason of a refusal. */
import { rulesPath } from '../../../shell/routes';
import { GAME } from '../words';

const CHAPTERS: Readonly<Record<string, string>> = {
  // Questions.
  'ask.start': 'setup',
  'ask.die': 'take',
  'ask.put': 'spaces',
  'ask.do': 'turn',
  'ask.gardens': 'round',
  'ask.one': 'outside',
  'ask.courtier': 'courtier',
  'ask.gardener': 'gardener',
  'ask.warrior': 'warrior',
  'ask.gain': 'seals',
  'ask.steps': 'track',
  'ask.row': 'castle',
  'ask.domain': 'domain',
  'ask.light': 'courtier',
  'ask.favour': 'courtier',
  'ask.refill': 'courtier',
  'ask.end': 'seals',
  'ask.rival': 'solo',
  'ask.rival-garden': 'solo',
  'ask.rival-room': 'solo',
  // Reasons.
  'no-die-there': 'take',
  'too-few-coins': 'coins',
  'wrong-colour': 'spaces',
  'space-full': 'spaces',
  'too-little-food': 'gardener',
  'not-on-the-board': 'gardener',
  'gardener-there': 'gardener',
  'too-little-iron': 'warrior',
  'too-little-pearl': 'courtier',
  'part-done': 'courtier',
  'nobody-at-home': 'courtier',
  'no-courtier-there': 'courtier',
  'not-one-or-two-levels': 'courtier',
  'favour-taken': 'courtier',
  'no-seal': 'seals',
  'resource-full': 'seals',
  'trade-needless': 'seals',
  'trade-not-here': 'seals',
  'no-such-row': 'castle',
  'no-card-there': 'castle',
  'dark-row': 'castle',
  'other-tile': 'castle',
  'line-used': 'domain',
  'not-the-fewest-points': 'solo',
  'other-floor': 'solo',
  // Parts of the table.
  scores: 'scoring',
};

/** The id on the rules page; how a turn goes for what it does not know. */
export const anchorOf = (code: string): string => CHAPTERS[code] ?? 'turn';

export const rulesFor = (code: string): string => rulesPath(GAME, anchorOf(code));
export const ANCHORS: readonly string[] = [...new Set([...Object.values(CHAPTERS), anchorOf('')])];
