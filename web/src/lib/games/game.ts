/**
 * What the pages and a game say to each other. A game is one folder beside this file, called as the server calls the game; its
 * `index.ts` hands out one `Game`. The pages know nothing of it but this interface, and every part is fetched when it is needed, so
 * that a table of one game never loads another's code. docs/client.md tells what a game has to bring.
 */
import type { Component, Snippet } from 'svelte';
import type { GameEvent, Ground, Hint, MoveTold, Preview, Reason } from '../protocol/types';
import type { RuleBook } from '../rules/rules';
import { learnWords } from './words.svelte';

// --- the board -----------------------------------------------------------------------------------------------------------------

export interface SeatInfo {
  readonly name: string;
  readonly kind: 'person' | 'bot' | 'open';
  readonly here: boolean;
  readonly level: string | null;
}

/** One message of the server, as a board needs it. */
export interface Frame {
  /** Rises with every frame; a board that has seen this number has nothing to do. */
  readonly serial: number;
  readonly view: unknown;
  readonly scores: unknown;
  /** Legal moves of those who play on this screen; empty unless they decide. */
  readonly moves: readonly string[];
  /** What led here, or null when that is not known: then the board just shows what is. */
  readonly step: { seat: number | null; move: string | null; events: readonly GameEvent[] } | null;
  readonly undo: boolean;
  readonly over: boolean;
  readonly toMove: number | null;
}

export interface Answer {
  readonly move: string;
  readonly reason: Reason | null;
  readonly sentence: string | null;
}

/** A move that would end the turn and waits for its confirmation, with what it would bring. */
export interface Held {
  readonly move: string;
  readonly events: readonly GameEvent[];
}

/** A board draws what the server sent and hands back the text of a legal move; it holds no rule and no connection. */
export interface BoardProps {
  frame: Frame;
  names: readonly SeatInfo[];
  /** The seat the table is seen from; null for a spectator. */
  seat: number | null;
  /** The seats played on this screen. */
  seats: readonly number[];
  /** What moves would bring, by move: as far as `preview` has asked and the server has answered. */
  previews: Readonly<Record<string, Preview>>;
  /** The server's answer to the last `why`. */
  answer: Answer | null;
  hint: Hint | null;
  /** Moves told before this page was opened, for the log. */
  history: readonly Pick<MoveTold, 'seat' | 'move' | 'events'>[];
  /** A move has been sent and is not answered yet, or the line is down. */
  waiting: boolean;
  /** Set while a move waits to be confirmed: the board shows it as done, `confirm` sends it, `undo` drops it. */
  held?: Held | null;
  confirm?: () => void;
  choose: (move: string) => void;
  why: (move: string) => void;
  /** Ask what these legal moves of the frame would bring (`further`: and what can be chosen then); each is asked about once. */
  preview?: (moves: readonly string[], further?: boolean) => void;
  undo: () => void;
  /** Undefined where the table allows no hints. */
  askHint?: (() => void) | undefined;
  /** Nothing is decided here (a replay): the board leaves its action bar out. */
  bare?: boolean;
  /** The shell's buttons for the top of the screen, and its chat. */
  tools?: Snippet | undefined;
  chat?: Snippet | undefined;
  /** When the game is over: which cells earned the points, by seat; empty until that has come. */
  grounds?: readonly (readonly Ground[])[];
  /** By seat: what decides between equal totals, most important first. */
  tieBreaks?: readonly (readonly number[])[];
  /** How the scores grew: for the board's end sheet. */
  growth?: Snippet | undefined;
  /** Shown in place of the action bar's buttons when the game is over. */
  afterwards?: Snippet | undefined;
}

// --- choosing a game and looking at one ----------------------------------------------------------------------------------------

export type Options = Record<string, unknown>;

/** What is chosen for a table: options as the server takes them, for so many, out of the game's own catalogue. */
export interface Chosen {
  readonly options: Options;
  readonly players: number;
  /** `GET /api/games/{game}`; undefined until it has come. */
  readonly catalogue: unknown;
}

/** A table in a small picture and a few words, for lists, the waiting room and the summary of a new one. */
export interface Glance {
  readonly Picture: Component<Chosen>;
  readonly title: (chosen: Chosen) => string;
  /** The points of each seat in a scores document. */
  readonly points: (scores: unknown) => readonly number[];
  /** What a rival is called that the game itself plays: it stands behind the seats in a scores document. */
  readonly rival?: () => string;
}

export interface FormProps extends Chosen {
  /** Who sits where, by name, in the order of the seats. */
  readonly seats: readonly string[];
  readonly change: (options: Options) => void;
}

/** What can be chosen for a new table. */
export interface Setup {
  /** The form: one or more `<section class="panel">`. */
  readonly Form: Component<FormProps>;
  /** What is in play, with its texts, for those who wait for the game to begin. */
  readonly Brief: Component<Chosen>;
  readonly usual: () => Options;
  /** What the server is asked for: whatever it does not know (any more) or makes no sense for so many is left out. */
  readonly fit: (chosen: Chosen) => Options;
  /** What was chosen, a line each. */
  readonly lines: (chosen: Chosen) => readonly string[];
}

// --- afterwards ----------------------------------------------------------------------------------------------------------------

export interface SheetProps {
  readonly scores: unknown;
  /** The last view of the game, on which points can be shown; null while it is on its way. */
  readonly view: unknown;
  readonly names: readonly SeatInfo[];
  /** Seats, best first; a shared place has several. */
  readonly places: readonly (readonly number[])[];
  /** Which cells earned the points, by seat; empty until that has come. */
  readonly grounds: readonly (readonly Ground[])[];
  /** By seat: what decides between equal totals, most important first. */
  readonly tieBreaks: readonly (readonly number[])[];
}

export interface Ending {
  /** The score sheet, each category with its link into the rules. */
  readonly Sheet: Component<SheetProps>;
  /** What to say above the sheet instead of who won, if there is something better. */
  readonly headline: (scores: unknown) => string | null;
  /** Whether what a move did ended a turn. */
  readonly endsTurn: (events: readonly GameEvent[]) => boolean;
  /** A move in words, such as "take Spring from c4"; the view is the one it was played in. */
  readonly inWords: (move: string, view: unknown) => string;
}

// --- the game ------------------------------------------------------------------------------------------------------------------

export interface Game {
  /** As the server calls it; the folder has the same name. */
  readonly name: string;
  readonly board: () => Promise<{ readonly default: Component<BoardProps> }>;
  /** The drawing of the home page. */
  readonly front: () => Promise<{ readonly default: Component }>;
  readonly glance: () => Promise<Glance>;
  readonly setup: () => Promise<Setup>;
  readonly ending: () => Promise<Ending>;
  readonly rules: () => Promise<RuleBook>;
}

const found = import.meta.glob<Game>('./*/index.ts', { eager: true, import: 'default' });

/** Every game the client can draw, by name. */
export const GAMES: Readonly<Record<string, Game>> = Object.fromEntries(
  Object.values(found).map((game) => [game.name, game]),
);

/** Fetches a part of a game together with the game's words. */
export async function bring<Part>(game: Game, part: (game: Game) => Promise<Part>): Promise<Part> {
  const [brought] = await Promise.all([part(game), learnWords(game.name)]);
  return brought;
}
