/** What the server has written down: tests compare it with what the page shows. */
import { expect, type Page } from '@playwright/test';

export interface TableTold {
  readonly id: string;
  readonly status: 'open' | 'playing' | 'finished';
  readonly version: number;
  readonly ply: number;
  readonly to_move: number | null;
  readonly seats: readonly { kind: string; name: string; person: string | null }[];
  readonly result: { scores: { players: { total: number }[]; rank?: string }; places: number[][] } | null;
  readonly rematch: string | null;
}

export interface MoveTold {
  readonly ply: number;
  readonly seat: number;
  readonly move: string;
  readonly answers: readonly string[];
}

export interface RecordTold {
  readonly moves: readonly string[];
  readonly seats: readonly string[];
  readonly result: { players: { total: number }[]; rank?: string } | null;
}

const idOf = (page: Page): string => {
  const found = /\/tables\/([\w-]+)/.exec(page.url())?.[1];
  if (!found) throw new Error(`${page.url()} is no table`);
  return found;
};

async function ask<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(`/api/tables/${idOf(page)}${path}`);
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  return (await answer.json()) as T;
}

export const tableOf = (page: Page): Promise<TableTold> => ask(page, '');
export const recordOf = (page: Page): Promise<RecordTold> => ask(page, '/record');

/** Every move so far. */
export async function movesOf(page: Page): Promise<MoveTold[]> {
  const all: MoveTold[] = [];
  for (let from: number | null = 0; from !== null;) {
    const part: { moves: MoveTold[]; next: number | null } = await ask(page, `/moves?from=${String(from)}`);
    all.push(...part.moves);
    from = part.next;
  }
  expect(all.map(({ ply }) => ply)).toEqual(all.map((_, index) => index + 1));
  return all;
}
