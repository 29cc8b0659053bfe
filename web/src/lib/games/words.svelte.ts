/**
 * The words of the games: those of the rules, from the game's Python package, and those of its board, from `texts/` in its folder
 * here. Several games can be spoken of on one page, so each has its own; they are fetched when a game is first asked for and follow
 * the language of the page.
 */
import { type Catalogue, type Facts, pattern, type Piece, pieces, sentence } from '../texts/catalogue';
import { common, follows, language } from '../texts/words.svelte';

type Load = () => Promise<Catalogue>;
const rules = import.meta.glob<Catalogue>(
  [
    '../../../../src/tenshu/*/texts/*.json',
    '!../../../../src/tenshu/arena/**',
    '!../../../../src/tenshu/cli/**',
    '!../../../../src/tenshu/server/**',
  ],
  { import: 'default' },
) as Record<string, Load>;
const boards = import.meta.glob<Catalogue>('./*/texts/*.json', { import: 'default' }) as Record<string, Load>;

const find = (from: Record<string, Load>, end: string): Load | undefined =>
  Object.entries(from).find(([path]) => path.endsWith(end))?.[1];

class GameWords {
  /** Undefined until they have come; then nothing is said rather than a key. */
  rules: Catalogue | undefined = $state.raw();
  board: Catalogue | undefined = $state.raw();
  spoken = '';
  coming: Promise<void> | undefined;

  constructor(readonly game: string) {}

  async load(wanted: string): Promise<void> {
    const [theirs, ours] = await Promise.all([
      // A Python package is called with underscores.
      find(rules, `/${this.game.replaceAll('-', '_')}/texts/${wanted}.json`)?.(),
      find(boards, `/${this.game}/texts/${wanted}.json`)?.(),
    ]);
    this.rules = theirs ?? {};
    this.board = ours ?? {};
    this.spoken = wanted;
  }
}

const known = new Map<string, GameWords>();

function wordsFor(game: string): GameWords {
  let found = known.get(game);
  if (!found) known.set(game, (found = new GameWords(game)));
  return found;
}

/** Fetches a game's words in a language, that of the moment unless another will be spoken at once. */
export function learnWords(game: string, wanted: string = language()): Promise<void> {
  const words = wordsFor(game);
  if (words.spoken === wanted && words.coming) return words.coming;
  words.spoken = wanted;
  words.coming = words.load(wanted);
  return words.coming;
}

// A change of language takes every game along that has been spoken of.
follows(async (wanted) => {
  const spoken = [...known.values()].filter(({ coming }) => coming !== undefined);
  await Promise.all(spoken.map(({ game }) => learnWords(game, wanted)));
});

export interface Words {
  /** A sentence of the game's board, or of every table. */
  readonly t: (key: string, facts?: Facts) => string;
  /** A sentence of the rules: names, questions, events, reasons. */
  readonly g: (key: string, facts?: Facts) => string;
  /** Whether the rules have such a sentence. */
  readonly has: (key: string) => boolean;
  /** A sentence of the rules in pieces, so that something can be drawn where it is named. */
  readonly gamePieces: (key: string, facts: Facts) => Piece[];
}

export function wordsOf(game: string): Words {
  const words = wordsFor(game);
  return {
    t: (key, facts = {}) => {
      if (!words.board) return '';
      return key in words.board ? sentence(words.board, language(), key, facts) : common(key, facts);
    },
    g: (key, facts = {}) => (words.rules ? sentence(words.rules, language(), key, facts) : ''),
    has: (key) => words.rules !== undefined && key in words.rules,
    gamePieces: (key, facts) => {
      const entry = words.rules?.[key];
      return entry === undefined ? [{ text: key }] : pieces(pattern(entry, language(), facts), facts);
    },
  };
}
