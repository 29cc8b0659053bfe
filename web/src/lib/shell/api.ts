/** The server over HTTP. A refusal is thrown with the server's own sentence. */
import type {
  AnalysisDocument,
  GamesDocument,
  LinkShown,
  MeChanged,
  MeShown,
  MomentDocument,
  MovesDocument,
  MyTablesDocument,
  NewTable,
  NewToken,
  Problem,
  ScoresDocument,
  SessionShown,
  SeatTo,
  SomebodyDocument,
  StatisticsDocument,
  TableDocument,
  TablesDocument,
  Tokens,
} from '../protocol/schema';
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

const table = (id: string) => `/tables/${encodeURIComponent(id)}`;

export const api = {
  session: () => ask<SessionShown>('GET', '/session'),
  me: () => ask<MeShown>('GET', '/me'),
  guest: (name: string) => ask<MeShown>('POST', '/session', { name }),
  signIn: (login: string, password: string) => ask<MeShown>('POST', '/session/password', { login, password }),
  comeBack: (secret: string) => ask<MeShown>('POST', '/session/link', { secret }),
  signOut: () => ask<undefined>('DELETE', '/session'),
  rename: (name: string) => ask<MeShown>('PATCH', '/me', { name }),
  webhook: (webhook: string | null) => ask<MeChanged>('PATCH', '/me', { webhook }),
  openAccount: (login: string, password: string) => ask<MeShown>('POST', '/me/account', { login, password }),
  changePassword: (old: string, fresh: string) => ask<MeShown>('POST', '/me/password', { old, new: fresh }),
  makeLink: () => ask<LinkShown>('POST', '/me/link'),
  removeLink: () => ask<undefined>('DELETE', '/me/link'),
  tokens: () => ask<Tokens>('GET', '/me/tokens'),
  makeToken: (name: string) => ask<NewToken>('POST', '/me/tokens', { name }),
  removeToken: (id: string) => ask<undefined>('DELETE', `/me/tokens/${encodeURIComponent(id)}`),

  games: () => ask<GamesDocument>('GET', '/games'),
  /** What the game lets one choose; only the game itself can read it. */
  catalogue: (game: string) => ask<unknown>('GET', `/games/${encodeURIComponent(game)}`),

  makeTable: (wish: NewTable) => ask<TableDocument>('POST', '/tables', wish),
  lobby: () => ask<TablesDocument>('GET', '/tables?limit=12'),
  table: (id: string) => ask<TableDocument>('GET', table(id)),
  join: (id: string, seat?: number) =>
    ask<TableDocument>('POST', `${table(id)}/join`, seat === undefined ? {} : { seat }),
  leave: (id: string) => ask<undefined>('POST', `${table(id)}/leave`),
  changeSeat: (id: string, seat: number, to: SeatTo) => ask<TableDocument>('POST', `${table(id)}/seats`, { seat, to }),
  start: (id: string) => ask<TableDocument>('POST', `${table(id)}/start`),
  rematch: (id: string) => ask<TableDocument>('POST', `${table(id)}/rematch`),
  moment: (id: string, ply: number) => ask<MomentDocument>('GET', `${table(id)}/moments/${String(ply)}`),
  moves: (id: string, from: number) => ask<MovesDocument>('GET', `${table(id)}/moves?from=${String(from)}&limit=200`),
  scores: (id: string) => ask<ScoresDocument>('GET', `${table(id)}/scores`),
  analysis: (id: string) => ask<AnalysisDocument>('GET', `${table(id)}/analysis`),
  analyse: (id: string) => ask<AnalysisDocument>('POST', `${table(id)}/analysis`),

  myTables: (query = '') => ask<MyTablesDocument>('GET', `/me/tables${query}`),
  myStatistics: () => ask<StatisticsDocument>('GET', '/me/statistics'),
  person: (id: string) => ask<SomebodyDocument>('GET', `/people/${encodeURIComponent(id)}`),
};

/** Something to say about whatever went wrong. */
export const sentenceOf = (problem: unknown): string =>
  problem instanceof Refused ? problem.message : t('error.ours');
