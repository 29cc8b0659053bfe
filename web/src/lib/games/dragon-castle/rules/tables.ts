/** The two tables of the rules, as the rules page shows them. */

/** Tiles in a set, points. */
export const SETS = [
  [4, 2],
  [5, 3],
  [6, 5],
  [7, 6],
  [8, 8],
] as const;

/** From, to, the rank of a solo game. */
export const RANKS = [
  [0, 39, 'Student'],
  [40, 45, 'Devotee'],
  [46, 49, 'Master'],
  [50, 52, 'Grand Master'],
  [53, 54, 'Dragon'],
  [55, 56, 'Silver Dragon'],
  [57, 58, 'Gold Dragon'],
  [59, 59, 'Jade Dragon'],
  [60, null, 'Diamond Dragon'],
] as const;
