/** The words of this game: `t` for its board and its pages, `g` for what the rules call things. */
import { wordsOf } from '../words.svelte';

export const GAME = 'dragon-castle';
export const { t, g, has, gamePieces } = wordsOf(GAME);
