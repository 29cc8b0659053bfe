import { wordsOf } from '../words.svelte';

export const GAME = 'white-castle';

export const { t, g, has, gamePieces } = wordsOf(GAME);
