/** The screens of Dragon Castle's table. */
import type { Page } from '@playwright/test';
import type { Stop } from '../house/stops';
import { expect } from '../house/test';
import { say, saying } from '../house/words';
import { Board } from './board';

async function table(page: Page, id: string): Promise<Board> {
  await page.goto(`/tables/${id}`);
  const board = new Board(page);
  await expect(board.status).toBeVisible();
  return board;
}

export const stops: readonly Stop[] = [
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
];
