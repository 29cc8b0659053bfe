/** A crest for every card, so that each is known at a glance: petals around a heart, in a ring or a frame. Drawn from the card's number. */

export interface Crest {
  readonly petals: number;
  readonly petal: string;
  readonly heart: number;
  readonly frame: 'ring' | 'double' | 'hexagon' | 'none';
}

const PETALS = [
  'M0-3.400C-3.400-6-2.600-10 0-11C2.600-10 3.400-6 0-3.400Z',
  'M0-3.400L-2.800-7.400L0-11L2.800-7.400Z',
  'M0-3.600A3.400 3.400 0 1 1 .01-3.600Z',
  'M0-3C-1.200-6-4.200-7.200-3-10.400C-1.400-9.400-.6-9.600 0-11C.6-9.600 1.400-9.400 3-10.400C4.200-7.200 1.200-6 0-3Z',
  'M-1.600-3.400V-10.600H1.600V-3.400Z',
] as const;
const FRAMES = ['ring', 'none', 'double', 'hexagon'] as const;

export function crestOf(card: string): Crest {
  const kind = 'SDFGRAKT'.indexOf(card[0] ?? 'S');
  const number =
    Number(/\d+/.exec(card)?.[0] ?? 0) + (card.length === 2 && !/\d/.test(card) ? card.charCodeAt(1) % 5 : 0);
  return {
    petals: 3 + (number % 5) + (kind % 2),
    petal: PETALS[(Math.floor(number / 5) + kind * 2 + number) % PETALS.length] ?? PETALS[0],
    heart: number % 3 === 0 ? 0 : 1.2 + (number % 3) * 0.6,
    frame: FRAMES[(kind + Math.floor(number / 4)) % FRAMES.length] ?? 'ring',
  };
}
