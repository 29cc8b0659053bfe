/** The server over HTTP. A refusal is thrown with the server's own sentence. */
import type { Analysis, Me, MoveTold, Person, Problem, Table, TableWish } from '../protocol/types';
import { language, t } from './words.svelte';

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    sentence: string,
    readonly facts: Record<string, unknown> = {},
  ) {
    super(sentence);
  }
}

export const OFFLINE = 'offline';

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: {
        'Accept-Language': language(),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused(0, OFFLINE, t('error.offline'));
  }
  if (response.status === 204) return undefined as Answer;
  const document = (await response.json().catch(() => null)) as ({ error?: Problem } & Answer) | null;
  if (response.ok && document !== null) return document;
  const problem = document?.error;
  throw new Refused(
    response.status,
    problem?.code ?? 'unreadable',
    problem?.sentence ?? t('error.unreadable', { status: String(response.status) }),
    problem?.facts,
  );
}

export interface Statistics {
  game: string;
  players: number;
  games: number;
  wins: number;
  mean: number;
  best: number;
  last: number;
}

export interface Decision {
  decision: number;
  move: number;
  turn: number;
  seat: number;
  played: { move: string; win: number | null; points: number };
  best: { move: string; win: number | null; points: number };
  lost: { win: number | null; points: number };
}

export interface FullAnalysis extends Omit<Analysis, 'turning_points'> {
  turning_points: { turn: number; move: number | null; swing: number[] }[];
  decisions: Decision[];
  players: { decisions: number; agreed: number; lost: { win: number | null; points: number }; worst: number[] }[];
}

export interface AnalysisState {
  state: 'none' | 'working' | 'done' | 'failed';
  done: number;
  of: number;
  analysis: FullAnalysis | null;
}

export interface MomentTold {
  ply: number;
  of: number;
  seat: number | null;
  view: unknown;
  scores: unknown;
  to_move: number | null;
  move: MoveTold | null;
}

export interface Token {
  id: string;
  name: string;
  created: number;
  used: number | null;
}

export interface TableList {
  tables: Table[];
  next: number | null;
}

export type SeatTo = { kind: 'open' } | { kind: 'bot'; level: string };

const table = (id: string) => `/tables/${encodeURIComponent(id)}`;

export const api = {
  me: () => ask<Me>('GET', '/me'),
  guest: (name: string) => ask<Me>('POST', '/session', { name }),
  signIn: (login: string, password: string) => ask<Me>('POST', '/session/password', { login, password }),
  comeBack: (secret: string) => ask<Me>('POST', '/session/link', { secret }),
  signOut: () => ask<undefined>('DELETE', '/session'),
  rename: (name: string) => ask<Me>('PATCH', '/me', { name }),
  webhook: (webhook: string | null) => ask<Me & { secret: string | null }>('PATCH', '/me', { webhook }),
  openAccount: (login: string, password: string) => ask<Me>('POST', '/me/account', { login, password }),
  changePassword: (old: string, fresh: string) => ask<Me>('POST', '/me/password', { old, new: fresh }),
  makeLink: () => ask<{ secret: string; path: string }>('POST', '/me/link'),
  removeLink: () => ask<undefined>('DELETE', '/me/link'),
  tokens: () => ask<{ tokens: Token[] }>('GET', '/me/tokens'),
  makeToken: (name: string) => ask<{ id: string; token: string }>('POST', '/me/tokens', { name }),
  removeToken: (id: string) => ask<undefined>('DELETE', `/me/tokens/${encodeURIComponent(id)}`),

  games: () =>
    ask<{ games: { name: string; rules: number; players: number[] }[]; levels: string[]; usual: string }>(
      'GET',
      '/games',
    ),
  /** What the game lets one choose; only the game itself can read it. */
  catalogue: (game: string) => ask<unknown>('GET', `/games/${encodeURIComponent(game)}`),

  makeTable: (wish: TableWish) => ask<Table>('POST', '/tables', wish),
  lobby: () => ask<TableList>('GET', '/tables?limit=12'),
  table: (id: string) => ask<Table>('GET', table(id)),
  join: (id: string, seat?: number) => ask<Table>('POST', `${table(id)}/join`, seat === undefined ? {} : { seat }),
  leave: (id: string) => ask<undefined>('POST', `${table(id)}/leave`),
  changeSeat: (id: string, seat: number, to: SeatTo) => ask<Table>('POST', `${table(id)}/seats`, { seat, to }),
  start: (id: string) => ask<Table>('POST', `${table(id)}/start`),
  rematch: (id: string) => ask<Table>('POST', `${table(id)}/rematch`),
  moment: (id: string, ply: number) => ask<MomentTold>('GET', `${table(id)}/moments/${String(ply)}`),
  moves: (id: string, from: number) =>
    ask<{ moves: MoveTold[]; next: number | null }>('GET', `${table(id)}/moves?from=${String(from)}&limit=200`),
  analysis: (id: string) => ask<AnalysisState>('GET', `${table(id)}/analysis`),
  analyse: (id: string) => ask<AnalysisState>('POST', `${table(id)}/analysis`),

  myTables: (query = '') => ask<TableList & { waiting: string[] }>('GET', `/me/tables${query}`),
  myStatistics: () => ask<{ statistics: Statistics[] }>('GET', '/me/statistics'),
  person: (id: string) =>
    ask<{ person: Person; tables: Table[]; statistics: Statistics[] }>('GET', `/people/${encodeURIComponent(id)}`),
};

/** Something to say about whatever went wrong. */
export const sentenceOf = (problem: unknown): string =>
  problem instanceof Refused ? problem.message : t('error.ours');
