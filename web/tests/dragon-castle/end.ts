/** The end of a game: what the score sheet shows is what the server has written down. */
import type { Page } from '@playwright/test';
import { recordOf, tableOf } from '../house/records';
import { expect } from '../house/test';
import { say } from '../house/words';

export async function expectEnd(page: Page): Promise<void> {
  const sheet = page.getByRole('region', { name: say('end.sheet') });
  await expect(sheet).toBeVisible();
  const [table, record] = [await tableOf(page), await recordOf(page)];
  expect(table.status).toBe('finished');
  expect(record.result, 'the record has a result').not.toBeNull();
  const totals = record.result?.players.map(({ total }) => total) ?? [];
  const order = table.result?.places.flat() ?? [];
  expect(order).toHaveLength(totals.length);
  const shown = sheet.getByRole('row', { name: say('end.total') }).getByRole('cell');
  await expect(shown).toHaveText(order.map((seat) => String(totals[seat])));
  for (const seat of order)
    await expect(sheet.getByRole('columnheader').filter({ hasText: table.seats[seat]?.name ?? '' })).toBeVisible();
}
