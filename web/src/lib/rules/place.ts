/** Which game's rules are being read: links inside them lead to the same book. */
import { getContext, setContext } from 'svelte';

const KEY = Symbol('rules');

export const readRulesOf = (game: () => string): void => void setContext(KEY, game);
export const rulesRead = (): string => getContext<(() => string) | undefined>(KEY)?.() ?? '';
