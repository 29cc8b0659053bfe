/**
 * What the table screen and a game's board say to each other. A board draws what the server sent and hands back the text of a legal
 * move; it holds no rule and no connection, so that a second game is a second board.
 */
import type { Component, Snippet } from 'svelte';
import type { GameEvent, Hint, MoveTold, Preview, Reason } from '../protocol/types';

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

export interface BoardProps {
  frame: Frame;
  names: readonly SeatInfo[];
  /** The seat the table is seen from; null for a spectator. */
  seat: number | null;
  /** The seats played on this screen. */
  seats: readonly number[];
  /** What placements would bring, by move; may stay empty. */
  previews: Readonly<Record<string, Preview>>;
  /** The server's answer to the last `why`. */
  answer: Answer | null;
  hint: Hint | null;
  /** Moves told before this page was opened, for the log. */
  history: readonly MoveTold[];
  /** A move has been sent and is not answered yet, or the line is down. */
  waiting: boolean;
  choose: (move: string) => void;
  why: (move: string) => void;
  undo: () => void;
  /** Undefined where the table allows no hints. */
  askHint?: (() => void) | undefined;
  /** The shell's buttons for the top of the screen, and its chat. */
  tools?: Snippet | undefined;
  chat?: Snippet | undefined;
  /** Shown in place of the action bar's buttons when the game is over. */
  afterwards?: Snippet | undefined;
}

export interface GameModule {
  readonly name: string;
  readonly board: () => Promise<{ default: Component<BoardProps> }>;
}

/** Every game the client can draw, fetched when a table of it is opened. */
export const GAMES: Readonly<Record<string, GameModule>> = {
  'dragon-castle': { name: 'dragon-castle', board: () => import('./dragon-castle/Board.svelte') },
};
