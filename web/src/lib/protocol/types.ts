/**
 * What travels between server and client, as docs/protocol.md tells it (protocol 1). Written by hand until it is generated from
 * the server's schema; nothing else in the client describes a message.
 */

export interface Person {
  id: string;
  name: string;
  guest: boolean;
}

export interface Me {
  person: Person;
  login: string | null;
  webhook: string | null;
  link: boolean | string | null;
}

export interface Problem {
  code: string;
  sentence: string;
  facts: Record<string, unknown>;
}

export type Clock = null | { kind: 'turn'; seconds: number } | { kind: 'bank'; seconds: number; increment: number };

export type Takebacks = 'never' | 'agree' | 'free';

export type SeatWish =
  { kind: 'me' } | { kind: 'here'; name: string } | { kind: 'open' } | { kind: 'bot'; level: string };

export interface TableWish {
  game: string;
  options: Record<string, unknown>;
  seats: SeatWish[];
  public: boolean;
  start: boolean;
  clock: Clock;
  hints: boolean;
  takebacks: Takebacks;
  chat: boolean;
}

export interface Seat {
  kind: 'person' | 'bot' | 'open';
  person: string | null;
  name: string | null;
  level: string | null;
  here: boolean;
  stands_in: string | null;
  reserved: string | null;
  resigned: boolean;
}

/** Something that needs the agreement of others. */
export interface Offer {
  number: number;
  kind: 'takeback' | 'replace';
  /** Who asks. */
  by: string;
  seat: number;
  ply: number;
  agreed: string[];
  asked: string[];
}

export interface Table {
  id: string;
  game: string;
  rules: number;
  options: Record<string, unknown>;
  status: 'open' | 'playing' | 'finished';
  public: boolean;
  host: string;
  seats: Seat[];
  clock: Clock;
  hints: boolean;
  takebacks: Takebacks;
  chat: boolean;
  revision: number;
  version: number;
  ply: number;
  to_move: number | null;
  deadline: number | null;
  banks: number[] | null;
  offer: Offer | null;
  /** `places`: seats, best first; a shared place has several. */
  result: { scores: unknown; places: number[][]; resigned: number[]; complete: boolean } | null;
  rematch: string | null;
  created: number;
  started: number | null;
  ended: number | null;
}

export interface GameEvent {
  event: string;
  [fact: string]: unknown;
}

export interface Step {
  kind: string;
  revision: number;
  version: number | null;
  ply: number;
  seat: number | null;
  person: string | null;
  move: string | null;
  answers: string[];
  events: GameEvent[];
  at: number;
}

export interface TableMessage {
  type: 'table';
  table: Table;
  seats: number[];
  seat: number | null;
  view: unknown;
  scores: unknown;
  moves: string[];
  undo: boolean;
  step: Step | null;
  id?: string;
}

export interface Reason {
  code: string;
  cells: string[];
  facts: Record<string, unknown>;
}

export interface Hint {
  seat: number;
  simulations: number;
  moves: { move: string; visits: number; value: number; win: number | null; points: number }[];
  line: string[];
}

export interface ChatLine {
  number: number;
  person: string;
  name: string;
  text: string;
  at: number;
}

/**
 * What a move would bring, worked out by the server from what everybody knows.
 */
export interface Preview {
  events: GameEvent[];
}

export type ServerMessage =
  | TableMessage
  | ({ type: 'refused'; id?: string } & Problem)
  | { type: 'hint'; version: number; hint: Hint; id?: string }
  | { type: 'why'; version: number; move: string; reason: Reason | null; sentence: string | null; id?: string }
  | { type: 'preview'; version: number; previews: Record<string, Preview>; id?: string }
  | { type: 'chat'; messages: ChatLine[] }
  | { type: 'presence'; here: string[]; watching: number }
  | { type: 'pong'; at: number; id?: string };

export type ClientMessage = { id?: string } & (
  | { type: 'move'; version: number; move: string }
  | { type: 'undo' | 'takeback' | 'hint'; version: number }
  | { type: 'resign' | 'return'; seat?: number }
  | { type: 'replace'; seat: number }
  | { type: 'answer'; offer: number; agree: boolean }
  | { type: 'why'; version: number; move: string }
  | { type: 'preview'; version: number; moves: string[] }
  | { type: 'chat'; text: string }
  | { type: 'ping' }
);

export interface MoveTold {
  ply: number;
  seat: number | null;
  move: string;
  answers: string[];
  events: GameEvent[];
}

export interface Moment {
  table: Table;
  view: unknown;
  scores: unknown;
  step: Step | null;
}

export interface GameListed {
  name: string;
  rules: number;
  players: number[];
}

export interface Analysis {
  analysis: number;
  curve: { turn?: number; move?: number; wins: number[] | null; points: number[] }[];
  turning_points: { turn: number; swing: number[] }[];
}
