/** The screens of The White Castle's table. */
import type { Page } from '@playwright/test';
import type { Stop } from '../house/stops';
import { expect } from '../house/test';
import { Board } from './board';

export async function table(page: Page, id: string): Promise<Board> {
  await page.goto(`/tables/${id}`);
  const board = new Board(page);
  await expect(board.status).toBeVisible();
  return board;
}

const { say, saying } = new Board(undefined as unknown as Page).words;

/** Ana's table, as soon as it asks her something. */
const asked = (
  name: string,
  scene: string,
  question: string,
  act: (board: Board) => Promise<void> = () => Promise.resolve(),
): Stop => ({
  name,
  as: [scene, 'Ana'],
  async go(page, sceneOf) {
    const board = await table(page, sceneOf(scene).table);
    await expect(board.status).toContainText(saying(question));
    await act(board);
  },
});

export const stops: readonly Stop[] = [
  asked('white castle: the beginning', 'a white beginning', 'ask.start'),
  asked('white castle: four clans', 'four white clans', 'ask.die'),
  asked('white castle: a die in hand', 'a white die in hand', 'ask.put'),
  asked('white castle: a chain', 'a white chain', 'ask.do'),
  asked('white castle: alone', 'a white visit', 'ask.put'),
  asked('white castle: the icons', 'a white die in hand', 'ask.put', async (board) => {
    // On a small screen it waits behind the last tab.
    const tab = board.page.getByRole('button', { name: say('tabs.rivals'), exact: true });
    if (await tab.isVisible()) await tab.click();
    await board.button('tool.legend').click();
    await expect(board.page.getByRole('dialog', { name: say('tool.legend') })).toBeVisible();
  }),
  {
    name: 'white castle: watching',
    async go(page, scene) {
      const board = await table(page, scene('a white die in hand').table);
      await expect(board.status).toContainText('Ana');
    },
  },
  {
    name: 'white castle: end',
    as: ['a white game that is over', 'Ana'],
    async go(page, scene) {
      await table(page, scene('a white game that is over').table);
      await expect(page.getByRole('region', { name: say('end.sheet') })).toBeVisible();
    },
  },
  {
    name: 'white castle: replay',
    as: ['a white game that is over', 'Ana'],
    async go(page, scene) {
      await page.goto(`/tables/${scene('a white game that is over').table}?move=20`);
      await expect(page.getByRole('slider', { name: say('replay.slider') })).toBeVisible();
      await expect(new Board(page).status).toBeVisible();
    },
  },
];
