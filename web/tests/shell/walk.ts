/** Every screen there is, and how one gets there: for all that must hold on each of them. */
import type { Page } from '@playwright/test';
import type { Laid, Person } from '../house/scenes';
import { expect } from '../house/test';
import { say, saying } from '../house/words';
import { Board } from '../dragon-castle/board';

export interface Stop {
  readonly name: string;
  /** Whose browser it is; nobody's, if nobody is named. */
  readonly as?: readonly [scene: string, name: string];
  /** Goes there and waits until everything is shown. */
  go: (page: Page, scene: (name: string) => Laid) => Promise<void>;
}

export type SceneOf = (name: string) => Laid & { someone: (name: string) => Person };

const at =
  (path: string, shown: string) =>
  async (page: Page): Promise<void> => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: shown, level: 1 })).toBeVisible();
  };

async function table(page: Page, id: string): Promise<Board> {
  await page.goto(`/tables/${id}`);
  const board = new Board(page);
  await expect(board.status).toBeVisible();
  return board;
}

export const STOPS: readonly Stop[] = [
  { name: 'home', go: at('/', say('home.welcome')) },
  {
    name: 'home of a player',
    as: ['a game of four', 'Ana'],
    async go(page) {
      await page.goto('/');
      await expect(page.getByText(say('table.yours')).first()).toBeVisible();
    },
  },
  { name: 'new table', go: at('/new', say('new.title')) },
  {
    name: 'waiting room',
    as: ['an open table', 'Ana'],
    async go(page, scene) {
      await page.goto(`/tables/${scene('an open table').table}`);
      await expect(page.getByRole('textbox', { name: say('invite.label') })).toBeVisible();
    },
  },
  {
    name: 'invitation',
    async go(page, scene) {
      await page.goto(`/tables/${scene('an open table').table}`);
      await expect(page.getByRole('button', { name: say('room.join') })).toBeVisible();
    },
  },
  {
    name: 'table of four, own turn',
    as: ['a game of four', 'Ana'],
    async go(page, scene) {
      const board = await table(page, scene('a game of four').table);
      await expect(board.status).toContainText(say('status.your-turn'));
    },
  },
  {
    name: 'table of two, a tile in hand',
    as: ['a tile in hand', 'Ana'],
    async go(page, scene) {
      const board = await table(page, scene('a tile in hand').table);
      await expect(board.button('bar.shrine')).toBeVisible();
    },
  },
  {
    name: 'table of two, placing',
    as: ['placing', 'Ana'],
    async go(page, scene) {
      const board = await table(page, scene('placing').table);
      await expect(board.cell('d1')).toHaveAccessibleName(saying('preview.completes'));
    },
  },
  {
    name: 'watching',
    async go(page, scene) {
      await table(page, scene('placing').table);
    },
  },
  {
    name: 'end',
    as: ['a game that is over', 'Ana'],
    async go(page, scene) {
      await table(page, scene('a game that is over').table);
      await expect(page.getByRole('region', { name: say('end.sheet') })).toBeVisible();
    },
  },
  {
    name: 'replay',
    as: ['a game that is over', 'Ana'],
    async go(page, scene) {
      await page.goto(`/tables/${scene('a game that is over').table}?move=20`);
      await expect(page.getByRole('slider', { name: say('replay.slider') })).toBeVisible();
      await expect(new Board(page).castle).toBeVisible();
    },
  },
  {
    name: 'result',
    as: ['a game that is over', 'Ana'],
    async go(page, scene) {
      await page.goto(`/tables/${scene('a game that is over').table}?move=20#result`);
      await expect(page.getByRole('table').first()).toBeVisible();
    },
  },
  {
    name: 'analysis',
    as: ['a game that is over', 'Ana'],
    async go(page, scene) {
      await page.goto(`/tables/${scene('a game that is over').table}?move=20#analysis`);
      await expect(page.getByRole('heading', { name: say('analysis.title') })).toBeVisible();
    },
  },
  {
    name: 'rules',
    async go(page) {
      await page.goto('/rules');
      await expect(page.getByRole('searchbox', { name: say('rules.search') })).toBeVisible();
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    },
  },
  { name: 'settings', as: ['a game that is over', 'Ana'], go: at('/settings', say('settings.title')) },
  {
    name: 'a person',
    as: ['a game that is over', 'Ana'],
    async go(page, scene) {
      await page.goto(`/people/${scene('a game that is over').people.Ana?.id ?? ''}`);
      await expect(page.getByRole('table').first()).toBeVisible();
    },
  },
  { name: 'no such table', go: at('/tables/nowhere1', say('table.missing')) },
  { name: 'no such page', go: at('/nowhere', say('lost.title')) },
];
