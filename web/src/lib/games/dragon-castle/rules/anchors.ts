/**
 * Where the rules page speaks about something. Prompts, cards and refusals link there with what the server calls them: the key of a
 * question (`ask.place`), of a card (`spirit.faith`), a reason (`closed-in`), a verb, or a ruling (`several-sets`).
 */
import { rulesPath } from '../../../shell/routes';
import { GAME } from '../words';

const CHAPTERS: Readonly<Record<string, string>> = {
  // Questions.
  'ask.action': 'action',
  'ask.action.summon': 'summon',
  'ask.action.only-summon': 'summon',
  'ask.complete': 'action',
  'ask.place': 'place',
  'ask.consolidate': 'sets',
  'ask.build': 'shrines',
  'ask.end': 'spirits',
  'ask.wind-flip': 'spirit-wind',
  'ask.wind-carry': 'spirit-wind',
  'ask.strength-again': 'spirit-strength',
  // Moves.
  take: 'available',
  pair: 'pair',
  shrine: 'tile-and-shrine',
  discard: 'discard',
  summon: 'summon',
  place: 'place',
  consolidate: 'sets',
  build: 'shrines',
  spirit: 'spirits',
  destroy: 'spirit-destruction',
  flip: 'spirit-wind',
  carry: 'spirit-wind',
  move: 'spirit-strength',
  as: 'spirit-change',
  end: 'spirits',
  // Reasons.
  'not-the-top-floor': 'available',
  'closed-in': 'available',
  'closed-in-all-round': 'spirit-elegance',
  'elegance-not-needed': 'ruling-elegance-next-pick',
  'elegance-promised': 'ruling-elegance-next-pick',
  'pair-promised': 'ruling-pair-promised',
  'floors-left': 'summon',
  'not-identical': 'pair',
  'not-the-same-type': 'spirit-deep',
  'not-adjacent': 'spirit-deception',
  'other-floor': 'ruling-deception-same-floor',
  'no-room': 'ruling-room-first',
  'supply-empty': 'ruling-supply-empty',
  'face-up-tile-there': 'place',
  'shrine-there': 'place',
  'no-set-there': 'sets',
  'set-allows-no-more': 'shrines',
  'pool-empty': 'shrines',
  'not-in-the-set': 'shrines',
  'spirit-not-in-play': 'spirits',
  'spirit-used': 'spirits',
  'spirit-not-now': 'ruling-spirit-moments',
  'no-face-up-tile-there': 'spirits',
  'effect-impossible': 'ruling-spirit-only-if-possible',
  'no-special-tile-there': 'spirit-change',
  'already-that-type': 'ruling-change-another-type',
  'set-too-small': 'sets',
  'must-flip': 'ruling-wind-pass',
  'no-shrine-there': 'spirit-wind',
  'moved-already': 'ruling-strength-another-tile',
  // Parts of the table.
  countdown: 'end',
  scores: 'scoring',
  unseen: 'ruling-hidden-tiles',
  dragons: 'dragons',
  solo: 'solo',
};

/** The id on the rules page; the beginning of the page for what it does not know. */
export function anchorOf(code: string): string {
  const named = CHAPTERS[code];
  if (named) return named;
  const card = /^(spirit|dragon)\.([a-z]+)/.exec(code);
  if (card) return `${card[1] ?? ''}-${card[2] ?? ''}`;
  const asked = /^ask\.([a-z]+)$/.exec(code);
  if (asked) return `spirit-${asked[1] ?? ''}`;
  return /^[a-z-]+$/.test(code) ? `ruling-${code}` : 'aim';
}

export const rulesFor = (code: string): string => rulesPath(GAME, anchorOf(code));
