/** Every screen there is: those around the games, and those of each game. */
import type { Page } from '@playwright/test';
import { GAMES } from '../games';
import type { Stop } from '../house/stops';
import { expect } from '../house/test';
import { say } from '../house/words';

const at =
  (path: string, shown: string) =>
  async (page: Page): Promise<void> => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: shown, level: 1 })).toBeVisible();
  };

const SHELL: readonly Stop[] = [
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

export const STOPS: readonly Stop[] = [...SHELL, ...GAMES.flatMap(({ stops }) => stops)];
