/** The end of a game: what the score sheet shows is what the server has written down, category by category. */
import type { Page } from '@playwright/test';
import { recordOf, tableOf } from '../house/records';
import { expect } from '../house/test';
import { type Language, words } from '../house/words';
import { GAME } from './board';

export const CATEGORIES = ['points', 'coins', 'food', 'iron', 'pearl', 'track', 'courtiers', 'warriors', 'gardeners'];

export async function expectEnd(page: Page, language: Language = 'en'): Promise<void> {
  const { say } = words(GAME, language);
  const sheet = page.getByRole('region', { name: say('end.sheet') });
  await expect(sheet).toBeVisible();
  const [table, record] = [await tableOf(page), await recordOf(page)];
  expect(table.status).toBe('finished');
  const players = (record.result?.players ?? []) as Record<string, number>[];
  expect(players.length).toBeGreaterThan(1);
  const order = table.result?.places.flat() ?? [];
  expect([...order].sort()).toEqual([...players.keys()]);
  for (const [category, name] of [
    ...CATEGORIES.map((each) => [each, say(`score.${each}`)] as const),
    ['total', say('end.total')] as const,
  ])
    await expect(sheet.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell')).toHaveText(
      order.map((seat) => String(players[seat]?.[category])),
    );
  // Nine categories make a total.
  for (const player of players)
    expect(CATEGORIES.reduce((sum, category) => sum + (player[category] ?? NaN), 0)).toBe(player.total);
}
