/** A player's mark is a colour and a shape: nothing depends on colour alone. */

export const playerColour = (seat: number): string => `var(--clan-${String(seat % 4)})`;

const MARKS = [
  'M8 .5L15.5 8 8 15.500 .5 8Z',
  'M8 1A7 7 0 1 1 7.990 1Z',
  'M8 1L15.500 14.500H.5Z',
  'M1.500 1.500H14.500V14.500H1.500Z',
] as const;

export const playerMark = (seat: number): string => MARKS[seat % 4] ?? MARKS[0];
