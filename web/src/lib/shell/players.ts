/** A player's mark is a colour and a shape: nothing depends on colour alone. */

export const playerColour = (seat: number): string => `var(--player-${String(seat % 4)})`;

const MARKS = ['M8 1L15 8 8 15 1 8Z', 'M8 1.5A6.5 6.5 0 1 1 7.99 1.5Z', 'M8 1.5L15 14H1Z', 'M2 2H14V14H2Z'] as const;

export const playerMark = (seat: number): string => MARKS[seat % 4] ?? MARKS[0];
